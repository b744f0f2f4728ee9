import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import type { Vectors } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { type Exp2State, policyOf } from "#server/learner/exp2/exp2.ts";
import type { RunPolicy } from "#server/learner/interface/learner.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { CHUNK, GROUP, SLOTS } from "#server/learner/numeric/kernels/contract.ts";
import { chancesOf } from "#server/learner/numeric/kernels/passes.ts";
import { sum } from "#server/learner/numeric/math.ts";
import { chanceByDraws, type DrawnRules } from "#server/learner/policy/drawn-rules.ts";
import { answeringGroups } from "#server/learner/policy/weights.ts";
import { drawnAt, learningRateOf, type PolicyParameters, policyWeightsOf } from "./policy-weights.ts";

/** Measurements of a policy before the limit of a round. */
export type MeasuredPolicy = {
  /**
   * The entropy H = -Σ p log2 p, in bits; 0 log 0 = 0. Never below 0, which rounding would give for a policy of one
   * rule.
   */
  bits(): number;
  /** Returns the mean chance of each kind. */
  chancesOf(kinds: Kinds): number[];
};

/**
 * Kinds of people, and how much of each kind each rule accepts: [N], shares of 1. null where a policy's own sums give
 * it, and for FTPL, where each policy evaluates its own rules.
 */
export type Kinds = {
  readonly people: readonly (readonly Features[])[];
  readonly accepted: readonly Float64Array[] | null;
};

export function kindsOf(state: LearnerState, people: readonly (readonly Features[])[]): Kinds {
  if (goesByRuns(state) || goesByVectors(state) || "oracle" in state) return { people, accepted: null };
  const accepted = people.map((each) =>
    acceptedCounts(state.rules, each).map((count) => count / each.length),
  );
  return { people, accepted };
}

/** Returns the policy of a state at a moment. */
export function policyAt(spec: LearnerSpec, state: LearnerState, moment: PolicyParameters): MeasuredPolicy {
  if (goesByRuns(state)) return policyByRuns(state, learningRateOf(spec, state, moment));
  if ("oracle" in state) return policyByDraws(drawnAt(state, moment));
  const weights = policyWeightsOf(spec, state, moment);
  return goesByVectors(state) ? policyByVectors(state, weights) : policyByRules(weights);
}

/** Returns whether the state is one of thresholds, except mode `guarded` and FTPL. */
export function goesByRuns(state: LearnerState): state is Exp2State {
  return "totals" in state && state.rules.ladders !== undefined;
}

/** Returns whether the state is one of a class over sets of predicates, except mode `guarded` and FTPL. */
function goesByVectors(state: LearnerState): state is Exp2State {
  return "totals" in state && state.rules.vectors !== undefined;
}

/** Measures a policy by its rules. @param weights of each rule: [N] */
export function policyByRules(weights: Float64Array): MeasuredPolicy {
  const total = sum(weights);
  return {
    bits: () => bitsOfRules(weights, total),
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
    bits: () => bitsOfRules(drawn.counts, drawn.total),
    chancesOf: ({ people }) =>
      people.map((each) => sum(each.map((person) => chanceByDraws(drawn, person))) / each.length),
  };
}

/**
 * Measures a policy with the kernel, which evaluates people with equal answers once. An array of N numbers per kind
 * would take 134 MB each with 2^24 rules.
 */
function policyByVectors({ rules }: Exp2State, weights: Float64Array): MeasuredPolicy {
  return {
    bits: () => bitsOfRules(weights, sum(weights)),
    chancesOf({ people }) {
      const vectorOf = (person: Features) => (rules.vectors as Vectors).of(person);
      const different = [...new Map(people.flat().map((person) => [vectorOf(person), person])).values()];
      const chances = new Map<number, number>();
      for (let from = 0; from < different.length; from += GROUP * SLOTS) {
        const some = different.slice(from, from + GROUP * SLOTS);
        for (const [index, chance] of chancesOf(weights, answeringGroups(rules, some)).entries()) {
          chances.set(vectorOf(some[index] as Features), chance);
        }
      }
      return people.map(
        (each) => sum(each.map((person) => chances.get(vectorOf(person)) as number)) / each.length,
      );
    },
  };
}

/** Computes the entropy part by part, so that no array of the size of the class is needed. */
function bitsOfRules(weights: Float64Array, total: number): number {
  const parts = Array.from({ length: Math.ceil(weights.length / CHUNK) }, (_, part) =>
    sum(weights.slice(CHUNK * part, CHUNK * (part + 1)).map((weight) => surprise(weight / total))),
  );
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

/** Returns -p log2 p. */
function surprise(share: number): number {
  return share > 0 ? -share * Math.log2(share) : 0;
}
