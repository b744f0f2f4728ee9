import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type Exp2State, policyOf } from "#server/learner/exp2/exp2.ts";
import type { RunPolicy } from "#server/learner/interface/learner.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { sum } from "#server/learner/numeric/math.ts";
import type { DrawnRules } from "#server/learner/policy/drawn-rules.ts";
import { SIDES } from "#server/learner/policy/runs.ts";
import { stateOf } from "./learner-tasks.ts";
import { drawnAt, learningRateOf, policyWeightsOf, type StoredPolicy } from "./policy-weights.ts";

/** The probabilities of a policy's rules, which sum to one. */
export type Shares = {
  shareOf(rule: number): number;
  /** Returns the rules with the largest shares above 0; of equal shares the lower number in the catalogue first. */
  heaviest(count: number): number[];
};

export function sharesIn(spec: LearnerSpec, { snapshot, moment }: StoredPolicy): Shares {
  const state = stateOf({ spec, snapshot });
  if ("oracle" in state) return sharesOfDraws(drawnAt(state, moment));
  if (!goesByRuns(state)) return sharesOfRules(policyWeightsOf(spec, state, moment));
  return sharesOfRuns(policyOf(state, learningRateOf(spec, state, moment), []).policy.runs as RunPolicy);
}

/** Returns whether the state is one of thresholds, except mode `guarded` and FTPL. */
function goesByRuns(state: LearnerState): state is Exp2State {
  return "totals" in state && state.rules.ladders !== undefined;
}

/** Shares of drawn rules; a rule that was not drawn has the share 0. */
function sharesOfDraws({ rules, counts, total }: DrawnRules): Shares {
  const drawn = new Map(Array.from(counts, (count, place) => [rules.rule(place), count]));
  return {
    shareOf: (rule) => (drawn.get(rule) ?? 0) / total,
    heaviest: (count) =>
      [...drawn]
        .sort(([a, first], [b, second]) => second - first || a - b)
        .slice(0, count)
        .map(([rule]) => rule),
  };
}

/** Shares by weight. @param weights of each rule: [N] */
function sharesOfRules(weights: Float64Array): Shares {
  const total = sum(weights);
  return {
    shareOf: (rule) => (weights[rule] ?? Number.NaN) / total,
    heaviest(count) {
      const best: number[] = [];
      for (let rule = 0; rule < weights.length; rule += 1)
        putIn(best, rule, count, (each) => weights[each] ?? 0);
      return best;
    },
  };
}

/** Shares of runs. All rules of a run have the same weight, so only the first few of each can be among the heaviest. */
function sharesOfRuns({ cumulative, all, rule, count, side, low, high }: RunPolicy): Shares {
  const total = cumulative.at(-1) as number;
  const weightOf = (each: number): number => {
    if (each === 0) return cumulative[0] as number;
    if (each === 1) return all;
    const run = firstWhere(rule.length, (index) => (rule[index] as number) > each) - 1;
    const isHigh =
      side[run] === SIDES.above || (side[run] === SIDES.both && (each - (rule[run] ?? 0)) % 2 === 1);
    return ((isHigh ? high[run] : low[run]) as number | undefined) ?? Number.NaN;
  };
  return {
    shareOf: (each) => weightOf(each) / total,
    heaviest(most) {
      const best: number[] = [];
      const put = (each: number) => putIn(best, each, most, weightOf);
      put(0);
      put(1);
      for (let run = 0; run < rule.length; run += 1) {
        const least = best.length === most ? weightOf(best.at(-1) as number) : -1;
        if (Math.max(low[run] as number, high[run] as number) <= least) continue;
        const rules = Math.min(2 * most, (count[run] as number) * (side[run] === SIDES.both ? 2 : 1));
        for (let place = 0; place < rules; place += 1) put((rule[run] as number) + place);
      }
      return best;
    },
  };
}

/** Inserts a rule into the best so far, of which `count` are kept. */
function putIn(best: number[], rule: number, count: number, weightOf: (rule: number) => number): void {
  const weight = weightOf(rule);
  const last = best.at(-1);
  if (weight <= 0 || (best.length === count && last !== undefined && weight <= weightOf(last))) return;
  const place = best.findIndex((other) => weightOf(other) < weight);
  best.splice(place < 0 ? best.length : place, 0, rule);
  if (best.length > count) best.pop();
}
