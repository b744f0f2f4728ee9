import type { RunPolicy } from "#server/learner/contract/learner.ts";
import { type Exp2State, policyOf } from "#server/learner/exp2.ts";
import { acceptedCounts } from "#server/learner/hypotheses/accepted-counts.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { sum } from "#server/learner/numbers/math.ts";
import { chanceByDraws, type DrawnRules } from "#server/learner/policy/drawn-rules.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import { drawnAt, type Moment, rateOf, weightsOf } from "./policy-weights.ts";

/** What is measured of a policy before the limit of a round. */
export type MeasuredPolicy = {
  /** H = -Σ p log2 p, in bits; 0 log 0 = 0. Never below 0, where rounding would put a policy of one rule. */
  bits(): number;
  /** The mean chance of each kind. */
  chancesOf(kinds: Kinds): number[];
};

/** Kinds of people, and of each how much of it each rule accepts: [N], shares of 1; null for thresholds that go by runs and for FTPL, where each policy asks its own rules. */
export type Kinds = {
  readonly people: readonly (readonly Features[])[];
  readonly accepted: readonly Float64Array[] | null;
};

export function kindsOf(state: LearnerState, people: readonly (readonly Features[])[]): Kinds {
  if (goesByRuns(state) || "oracle" in state) return { people, accepted: null };
  const accepted = people.map((each) =>
    acceptedCounts(state.rules, each).map((count) => count / each.length),
  );
  return { people, accepted };
}

/** The policy that a state makes at a moment. */
export function policyAt(spec: LearnerSpec, state: LearnerState, moment: Moment): MeasuredPolicy {
  if (goesByRuns(state)) return policyByRuns(state, rateOf(spec, state, moment));
  if ("oracle" in state) return policyByDraws(drawnAt(state, moment));
  return policyByRules(weightsOf(spec, state, moment));
}

/** Of thresholds, but for mode `guarded` and FTPL. */
export function goesByRuns(state: LearnerState): state is Exp2State {
  return "totals" in state && "runs" in state.totals;
}

/** @param weights of each rule: [N] */
export function policyByRules(weights: Float64Array): MeasuredPolicy {
  const total = sum(weights);
  return {
    bits: () => bitsOf(weights, total),
    chancesOf({ accepted }) {
      if (accepted === null) throw new Error("of these kinds it was not counted what each rule accepts");
      return accepted.map((accepts) => {
        const parts = new Float64Array(weights.length);
        for (let h = 0; h < parts.length; h += 1) parts[h] = (weights[h] as number) * (accepts[h] as number);
        return sum(parts) / total;
      });
    },
  };
}

function policyByDraws(drawn: DrawnRules): MeasuredPolicy {
  return {
    bits: () => bitsOf(drawn.counts, drawn.total),
    chancesOf: ({ people }) =>
      people.map((each) => sum(each.map((person) => chanceByDraws(drawn, person))) / each.length),
  };
}

function bitsOf(weights: Float64Array, total: number): number {
  const parts = new Float64Array(weights.length);
  for (const [rule, weight] of weights.entries()) parts[rule] = surprise(weight / total);
  return Math.max(0, sum(parts));
}

function policyByRuns(state: Exp2State, eta: number): MeasuredPolicy {
  return {
    bits: () => bitsOfRuns(policyOf(state, eta, []).policy.runs as RunPolicy),
    chancesOf({ people }) {
      const { chances } = policyOf(state, eta, people.flat());
      let from = 0;
      return people.map((each) => {
        const own = chances.slice(from, from + each.length);
        from += each.length;
        return sum(own) / own.length;
      });
    },
  };
}

function bitsOfRuns({ cumulative, all, count, low, high }: RunPolicy): number {
  const none = cumulative[0] as number;
  const total = cumulative.at(-1) as number;
  const parts = Array.from(count, (cuts, run) => {
    const weights = [low[run] as number, high[run] as number];
    return cuts * weights.reduce((bits, weight) => bits + surprise(weight / total), 0);
  });
  return Math.max(0, sum([surprise(none / total), surprise(all / total), ...parts]));
}

/** -p log2 p */
function surprise(share: number): number {
  return share > 0 ? -share * Math.log2(share) : 0;
}
