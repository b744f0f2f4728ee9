import type { Ladder, Ladders } from "#server/learner/classes/ladders.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { type Exp2State, openedPolicy, projected } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import type { RunPolicy } from "#server/learner/interface/learner.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { weightsOfChunk } from "#server/learner/numeric/kernels/opening.ts";
import { drawnRules } from "#server/learner/policy/drawn-rules.ts";
import { weightsByInterval } from "#server/learner/policy/run-weights.ts";
import { SIDES } from "#server/learner/policy/runs.ts";
import { exponentialWeights } from "#server/learner/policy/weights.ts";
import { type ColumnSums, mostListedRules } from "#server/study/policy/policy-file.ts";

/** The rules of a policy that have a weight, ascending; and the sums of thresholds, which are taken by column. */
export type OpenedWeights = {
  readonly rules: readonly number[];
  readonly weights: readonly number[];
  readonly columnSums: ColumnSums | null;
};

/**
 * Returns the weights that an opening from a state sums to chances, bit by bit.
 *
 * @param people of the round: a number of picks makes the weights depend on them
 * @returns null if more rules have a weight than a policy file lists
 * @throws LearnerError as the learner's opening
 */
export function openedWeights(
  state: LearnerState,
  { eta, noiseSeed }: { eta: string | null; noiseSeed: string },
  people: readonly Features[],
): OpenedWeights | null {
  if ("core" in state) return weightsIn([openGuarded(state, people).opening.weights]);
  if ("oracle" in state) {
    const { hypotheses = new Float64Array() } = ftpl.open(state, people, noiseSeed);
    const { rules, counts } = drawnRules(state.rules, hypotheses);
    if (rules.size > mostListedRules) return null;
    return {
      rules: Array.from({ length: rules.size }, (_, index) => rules.rule(index)),
      weights: [...counts],
      columnSums: null,
    };
  }
  return exp2Weights(state, Number(eta), people);
}

function exp2Weights(state: Exp2State, eta: number, people: readonly Features[]): OpenedWeights | null {
  const { ladders } = state.rules;
  if (ladders !== undefined && ladders.cutCount > mostListedRules) return null;
  const { policy, picks } = openedPolicy(state, eta, people);
  if (policy.runs !== undefined && ladders !== undefined) return weightsOfRuns(ladders, policy.runs);
  const { weighed } = policy;
  if (weighed !== undefined) {
    const { loss, from } = weighed;
    return weightsIn(
      Array.from(weighed.sums, (_, chunk) => weightsOfChunk({ loss, eta, from }, chunk).weights),
    );
  }
  const { totals, prior } = projected(state, eta, people, picks?.nu ?? 0);
  return weightsIn([exponentialWeights({ loss: totals.loss }, eta, prior)]);
}

/** Lists the weights above 0 of all rules in catalogue order. */
function weightsIn(parts: Iterable<Float64Array>): OpenedWeights | null {
  const found = { rules: [] as number[], weights: [] as number[], columnSums: null };
  let rule = 0;
  for (const part of parts) {
    for (const weight of part) {
      if (weight > 0) {
        found.rules.push(rule);
        found.weights.push(weight);
      }
      rule += 1;
    }
    if (found.rules.length > mostListedRules) return null;
  }
  return found;
}

function weightsOfRuns(ladders: Ladders, policy: RunPolicy): OpenedWeights {
  const { rule, count, side, low, high, all, cumulative } = policy;
  const weighed = [
    [0, cumulative[0] as number],
    [1, all],
  ];
  for (let run = 0; run < rule.length; run += 1) {
    const [first, isBoth] = [rule[run] as number, side[run] === SIDES.both];
    for (let cut = 0; cut < (count[run] as number); cut += 1) {
      const [less, more] = [low[run] as number, high[run] as number];
      if (isBoth) weighed.push([first + 2 * cut, less], [first + 2 * cut + 1, more]);
      else weighed.push([first + cut, less + more]);
    }
  }
  const listed = weighed.filter(([, weight]) => (weight as number) > 0) as [number, number][];
  const { total, columns } = weightsByInterval(ladders, policy);
  const columnSums: ColumnSums = {
    everyone: String(all),
    total: String(total),
    columns: ladders.columns.map((ladder, c) => {
      const accepted = columns[c] as number[];
      const blank = ladder.blankInterval < 0 ? 0 : (accepted[ladder.blankInterval] as number);
      return {
        ...{ column: ladder.column, cuts: cutsOf(ladder) },
        ...{ accepted: accepted.map(String), blank: String(blank) },
      };
    }),
  };
  return { rules: listed.map(([one]) => one), weights: listed.map(([, weight]) => weight), columnSums };
}

function cutsOf({ stretches }: Ladder): string[] {
  return stretches.flatMap(({ count, text }) => Array.from({ length: count }, (_, index) => text(index)));
}
