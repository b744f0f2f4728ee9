import { LearnerError } from "./errors.ts";

/**
 * The cost of a charge is a whole multiple of 2^-24, so sums of charges are exact. Neither their order nor how many are
 * added at once changes a bit, nothing drifts, and what was added can be subtracted again.
 */

/** The largest charge, half units. Only a person who was picked with a chance below 2^-20 would cost more. */
const LARGEST_COST = 2 ** 20;

/**
 * Totals, and what is charged at once, stay below this, half units. So no partial sum exceeds 2^29, where steps of
 * 2^-24 end.
 */
export const LARGEST_TOTAL = 2 ** 28;

/** 1.5 · 2^28: doubles around it are 2^-24 apart. */
const SHIFT = 402_653_184;

/**
 * Returns the cost nearest to a number, ties to the even one; never -0.
 *
 *   (min(max(cost, -2^20), 2^20) + SHIFT) - SHIFT
 *
 * @param cost half units
 * @throws LearnerError "not-finite"
 * Source: NOTATION row "cost".
 */
export function onGrid(cost: number): number {
  return nearest(bounded(cost));
}

/** A cost of at most LARGEST_COST in size. @throws LearnerError "not-finite" */
export function bounded(cost: number): number {
  if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
  return Math.min(Math.max(cost, -LARGEST_COST), LARGEST_COST);
}

/** Returns what a correction charges: on the grid, so that it subtracts exactly what was charged before. */
export function corrected(after: number, before: number): number {
  return onGrid(after) - onGrid(before);
}

/**
 * Returns what a charge adds: the nearest cost. A correction, which may be as large as two costs, is on the grid
 * already.
 *
 * @throws LearnerError "not-finite"
 */
export function costOf(charge: number): number {
  return Math.abs(charge) <= 2 * LARGEST_COST ? nearest(charge) : onGrid(charge);
}

function nearest(cost: number): number {
  return cost + SHIFT - SHIFT;
}
