import { openGuarded } from "#server/learner/guarded/open.ts";
import { sum } from "#server/learner/numeric/math.ts";
import { type Stored, stateOf } from "./learner-tasks.ts";
import { anybodyOf } from "./policy-weights.ts";

/** A remembered verdict as the policy of the open round, or of the next one, answers it. Differences are shares of 1. */
export type AnsweredVerdict = {
  /** Pseudonyms. */
  readonly high: string;
  readonly low: string;
  /** The learner's t of the round that reported it. */
  readonly t: number;
  /** What the policy is to keep the difference at. */
  readonly bound: number;
  /** The difference that the policy makes before the limit of a round. */
  readonly gap: number;
  /** Whether the verdict still moves the policy. */
  readonly isBinding: boolean;
};

/** The verdicts that mode `guarded` remembers, oldest first; none in other modes. */
export function answeredVerdicts(input: Stored): AnsweredVerdict[] {
  const state = stateOf(input);
  if (!("core" in state)) return [];
  const before = state.beforeOpening;
  const start = before === null ? state : { ...state, ...before, beforeOpening: null };
  // The policy and what it does with the verdicts are the same whoever stands in the round.
  const { opening, state: opened } = openGuarded(start, [anybodyOf(input.spec)]);
  return opened.core.verdicts.map(({ high, low, round, bound, charge, signs }) => ({
    high,
    low,
    t: round,
    bound,
    gap: weightOf(opening.weights, signs.up) - weightOf(opening.weights, signs.down),
    isBinding: charge > 0,
  }));
}

function weightOf(weights: Float64Array, rules: Int32Array): number {
  return sum(Float64Array.from(rules, (rule) => weights[rule] as number));
}
