import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Guard, PickNumbers } from "#server/learner/interface/learner.ts";
import { policyChances } from "#server/study/policy/chances.ts";
import { formWords } from "#server/study/policy/form-words.ts";
import { type PolicyFile, policyFormat, type RuleForm } from "#server/study/policy/policy-file.ts";
import { type StoredState, stateOf } from "./learner-tasks.ts";
import { type OpenedWeights, openedWeights } from "./opened-weights.ts";
import { emptyPersonOf, withoutPicks } from "./policy-weights.ts";

/** What the log and the database know of the round. */
export type PolicyFacts = Pick<PolicyFile, "study" | "round" | "opening" | "columns"> & {
  readonly eta: string | null;
  readonly noiseSeed: string;
  readonly guard: Pick<Guard, "limit" | "pull" | "target"> | null;
  readonly picks: PickNumbers | null;
  /** As logged, in the order of the people. */
  readonly chances: readonly string[];
};

/**
 * Makes the policy file of a round from the state that it was opened from, and compares its chances with the log.
 *
 * @param input.people of the round
 * @returns null if more rules have a weight than a file lists
 * @throws Error if the file gives other chances than the log
 */
export function makePolicyFile(
  input: StoredState & { readonly facts: PolicyFacts; readonly people: readonly Features[] },
): PolicyFile | null {
  const { spec, facts, people } = input;
  const state = stateOf(input);
  const base = openedWeights(withoutPicks(state), facts, [emptyPersonOf(spec)]);
  const round = facts.picks === null ? base : openedWeights(state, facts, people);
  if (base === null || round === null) return null;
  const policy: PolicyFile = {
    format: policyFormat,
    ...{ study: facts.study, round: facts.round, opening: facts.opening },
    ...{ learner: spec.learner, mode: spec.mode, rulesInClass: state.rules.size, eta: facts.eta },
    prior: spec.prior ? { kind: spec.prior.kind, none: spec.prior.none, all: spec.prior.all } : null,
    columns: facts.columns,
    ...listedRules(spec, base, round),
    columnSums: base.columnSums && round.columnSums && { base: base.columnSums, round: round.columnSums },
    published: publishedOf(spec, facts),
  };
  return corrected(policy, people, facts.chances);
}

/** Lists each rule that has a weight in one of the two policies, in words and in its structured form. */
function listedRules(
  { columns, hypotheses }: LearnerSpec,
  base: OpenedWeights,
  round: OpenedWeights,
): Pick<PolicyFile, "conditions" | "rules"> {
  const { words, conditions } = formWords();
  const [forms, sentences] = [
    hypothesisClass(columns, hypotheses, words),
    hypothesisClass(columns, hypotheses),
  ];
  const [weights, roundWeights] = [base, round].map(
    (each) => new Map(each.rules.map((rule, index) => [rule, String(each.weights[index])])),
  ) as [Map<number, string>, Map<number, string>];
  const numbers = [...new Set([...weights.keys(), ...roundWeights.keys()])].sort((a, b) => a - b);
  const rules = numbers.map((rule) => ({
    rule,
    words: sentences.sentence(rule),
    accepts: JSON.parse(forms.sentence(rule)) as RuleForm,
    weight: weights.get(rule) ?? "0",
    ...(base !== round && { roundWeight: roundWeights.get(rule) ?? "0" }),
  }));
  return { conditions: [...conditions], rules };
}

function publishedOf(
  { picks: setting, learner }: LearnerSpec,
  { guard, picks }: PolicyFacts,
): PolicyFile["published"] {
  // FTPL replaces drawn rules instead: its weights hold the constant rules
  const mixing = learner === "ftpl" ? null : picks;
  return {
    ...{ limit: guard?.limit ?? null, pull: guard?.pull ?? "0", target: guard?.target ?? "0" },
    picks: setting && picks ? { rule: setting.rule, count: setting.count, nu: picks.nu } : null,
    ...{ none: mixing?.none ?? "0", all: mixing?.all ?? "0" },
    isRounded: mixing !== null,
    corrections: [],
  };
}

/** Adds what the last rounding of a round changed. @throws Error if more than rounding is different */
function corrected(policy: PolicyFile, people: readonly Features[], logged: readonly string[]): PolicyFile {
  const found = policyChances(policy, people, "round");
  const corrections = logged.flatMap((to, position) => {
    const from = found[position] as string;
    return from === to ? [] : [{ position, from, to }];
  });
  const wrong = corrections.find(
    ({ from, to }) => Math.abs(Number(from) - Number(to)) > people.length * 1e-15,
  );
  if (wrong !== undefined || (corrections.length > 0 && !policy.published.isRounded)) {
    const { from, to, position } = wrong ?? (corrections[0] as (typeof corrections)[number]);
    throw new Error(`round ${policy.round} of ${policy.study}: chance ${position} is ${from}, logged ${to}`);
  }
  return { ...policy, published: { ...policy.published, corrections } };
}
