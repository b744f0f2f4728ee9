import { openGuarded } from "#server/learner/guarded/open.ts";
import type { Signs } from "#server/learner/guarded/signs.ts";
import { kernel } from "#server/learner/numeric/kernels/kernel.ts";
import { type StoredState, stateOf } from "./learner-tasks.ts";
import { emptyPersonOf, withoutPicks } from "./policy-weights.ts";

/**
 * A remembered verdict, and how the policy of the open round or of the next one treats it. Differences are shares of 1.
 */
export type AnsweredVerdict = {
  /** Pseudonyms of the two people. */
  readonly high: string;
  readonly low: string;
  /** The learner's t of the round that reported it. */
  readonly t: number;
  /** The bound at which the policy is to keep the difference. */
  readonly bound: number;
  /** The policy's difference before the limit of a round. */
  readonly gap: number;
  /** Whether the verdict still changes the policy. */
  readonly isBinding: boolean;
  /** At how many openings it is still enforced, this one included; null: at all of them. */
  readonly openingsLeft: number | null;
};

/** Returns the verdicts that mode `guarded` remembers, oldest first; none in other modes. */
export function answeredVerdicts(input: StoredState): AnsweredVerdict[] {
  const state = stateOf(input);
  if (!("core" in state)) return [];
  const before = state.beforeOpening;
  const start =
    before === null ? state : { ...state, ...before, open: state.open.slice(0, -1), beforeOpening: null };
  const { opening, state: opened } = openGuarded(withoutPicks(start), [emptyPersonOf(input.spec)]);
  return opened.core.verdicts.map(({ high, low, round, bound, charge, signs, until }) => ({
    high,
    low,
    t: round,
    bound,
    gap: gapOf(opening.weights, signs),
    isBinding: charge > 0,
    openingsLeft: until === null ? null : until - opening.t + 1,
  }));
}

/** Returns the weight of the rules that accept only the first person less that of the rules that accept only the other. */
function gapOf(weights: Float64Array, signs: Signs): number {
  const sweeper = kernel().sweeper(weights.length);
  sweeper.weights.set(weights);
  sweeper.signs.set(signs);
  const { up, down } = sweeper.sums();
  return up - down;
}
