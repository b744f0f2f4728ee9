import { LearnerError } from "./errors.ts";

/**
 * What a charge costs is a whole multiple of 2^-24, so sums of charges are exact: neither their order nor how many of them
 * are added at once changes a bit, nothing drifts, and what was added can be taken away again.
 */

/** No charge is larger, half units: only somebody with a chance below 2^-20 who was picked all the same would cost more. */
const LARGEST_COST = 2 ** 20;

/** Totals, and what is charged at once, stay below it, half units: so no sum on the way passes 2^29, where steps of 2^-24 end. */
export const LARGEST_TOTAL = 2 ** 28;

/** 1.5 · 2^28: doubles beside it lie 2^-24 apart. */
const SHIFT = 402_653_184;

/**
 * The cost nearest to a number, ties to the even one; never -0.
 *
 *   (min(max(cost, -2^20), 2^20) + SHIFT) - SHIFT
 *
 * @param cost half units
 * @throws LearnerError "not-finite"
 * Source: NOTATION row "cost".
 * @internal
 */
export function onGrid(cost: number): number {
  return nearest(bounded(cost));
}

/** A cost of at most LARGEST_COST in size. @throws LearnerError "not-finite" */
export function bounded(cost: number): number {
  if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
  return Math.min(Math.max(cost, -LARGEST_COST), LARGEST_COST);
}

/** What a correction charges: on the grid, so that it takes back exactly what stood there before. */
export function corrected(after: number, before: number): number {
  return onGrid(after) - onGrid(before);
}

/**
 * What a charge adds: the cost nearest to it. A correction, which may be as large as two costs, is one already.
 *
 * @throws LearnerError "not-finite"
 */
export function costOf(charge: number): number {
  return Math.abs(charge) <= 2 * LARGEST_COST ? nearest(charge) : onGrid(charge);
}

function nearest(cost: number): number {
  return cost + SHIFT - SHIFT;
}
