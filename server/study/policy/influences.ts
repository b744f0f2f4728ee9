import type { Features } from "#server/learner/config/spec.ts";
import { policyAnswers } from "./chances.ts";
import type { PolicyFile, RuleForm } from "./policy-file.ts";
import { isAccepted } from "./rule-forms.ts";

/** One condition, or the interval between two cuts of a column, and the weight of rules that rests on it. */
export type Influence = {
  readonly about:
    | { readonly kind: "condition"; readonly condition: PolicyFile["conditions"][number] }
    /** Cells above `above` (null: all) and at most `atMost` (null: all); both null in an empty cell. */
    | {
        readonly kind: "interval";
        readonly column: string;
        readonly above: string | null;
        readonly atMost: string | null;
      };
  readonly isMet: boolean;
  readonly accepting: number;
  readonly refusing: number;
};

/**
 * Returns what moved the chance of a person under the policy of a round, before the spread limit: for each condition of
 * its rules two shares of the weight of all rules. `accepting` is the share of the rules that accept the person and
 * would not if the answer to this condition alone were the opposite; `refusing` of those that do not accept the person
 * and then would. Where weights are summed by column, each rule has one condition, so an interval of a column holds
 * the accepting and the refusing rules of that column.
 *
 *   accepting_j = Σ_h w_h [h(q) = 1, h(q with q_j reversed) = 0] / Σ_h w_h
 *
 * Answers are reversed one by one, also where no cell could give such answers. Conditions without weight are left out.
 *
 * @param person one cell for each column of the file
 * @returns the greatest share first
 * Cost: O(rules × conditions of a rule).
 */
export function influencesOn(policy: PolicyFile, person: Features): Influence[] {
  const found = policy.columnSums ? byColumns(policy, person) : byConditions(policy, person);
  const weightOf = ({ accepting, refusing }: Influence) => Math.max(accepting, refusing);
  return found.filter((each) => weightOf(each) > 0).sort((a, b) => weightOf(b) - weightOf(a));
}

function byConditions(policy: PolicyFile, person: Features): Influence[] {
  const answers = policyAnswers(policy)(person);
  const holds = (literal: number) => answers[Math.abs(literal) - 1] === literal > 0;
  const accepting = new Float64Array(answers.length);
  const refusing = new Float64Array(answers.length);
  let total = 0;
  for (const { accepts, weight, roundWeight } of policy.rules) {
    const w = Number(roundWeight ?? weight);
    total += w;
    const isAccepting = isAccepted(accepts, holds);
    const sums = isAccepting ? accepting : refusing;
    for (const condition of conditionsOf(accepts)) {
      const isOther = isAccepted(accepts, (literal) => holds(literal) !== (Math.abs(literal) === condition));
      if (isOther !== isAccepting) sums[condition - 1] = (sums[condition - 1] as number) + w;
    }
  }
  return policy.conditions.map((condition, index) => ({
    about: { kind: "condition", condition },
    isMet: answers[index] as boolean,
    accepting: (accepting[index] as number) / total,
    refusing: (refusing[index] as number) / total,
  }));
}

function byColumns({ columns, columnSums }: PolicyFile, person: Features): Influence[] {
  const { columns: summed = [], total = "1" } = columnSums?.round ?? {};
  return summed.map(({ column, cuts, accepted, blank }) => {
    const cell = person[columns.findIndex(({ name }) => name === column)] ?? null;
    const below = cuts.filter((cut) => cell !== null && Number(cut) < Number(cell)).length;
    const own = Number(cell === null ? blank : accepted[below]);
    // below all cuts only the rules with "at most" accept, above all cuts only those with "above"
    const all = Number(accepted[0]) + Number(accepted.at(-1));
    return {
      about: {
        kind: "interval",
        column,
        above: cell === null ? null : (cuts[below - 1] ?? null),
        atMost: cell === null ? null : (cuts[below] ?? null),
      },
      isMet: own > 0,
      accepting: own / Number(total),
      refusing: Math.max(0, all - own) / Number(total),
    };
  });
}

/** Returns the numbers of the conditions that a rule uses, each once. */
function conditionsOf(form: RuleForm): ReadonlySet<number> {
  return new Set(literalsOf(form).map(Math.abs));
}

function literalsOf(form: RuleForm): readonly number[] {
  switch (form.kind) {
    case "none":
    case "all":
      return [];
    case "all-of":
    case "any-of":
    case "odd-of":
      return form.conditions;
    case "ways":
      return form.ways.flat();
    case "steps":
      return form.steps.map(({ condition }) => condition);
    case "points":
      return form.points.map(({ condition }) => condition);
  }
}
