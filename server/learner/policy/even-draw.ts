import { alignDecimals } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

const TWO_TO_53 = 2n ** 53n;

/**
 * The even draw: systematic sampling (Madow 1949). Each person's chance is exact, and the number of picks is the sum of
 * the chances rounded up or down.
 *
 *   S_i = sum of p over the first i people of the order;  i is picked if a whole number + u is in [S_{i-1}, S_i)
 *
 * Any coupling with these chances keeps the theorems of modes `known`, `ix` and `guarded`: they use E[picked_i] = p_i
 * and Cauchy-Schwarz over the people of a round, never which people are picked together.
 *
 * @param chances p: [k], logged decimals in [0, 1]; summed exactly
 * @param order a permutation of the positions: [k]
 * @param u a multiple of 2^-53 in [0, 1)
 * @returns [k], by position
 * @throws LearnerError "range" on u or a chance; "shape" if the order is no permutation; "not-a-decimal"
 * Cost: O(k) exact additions.  Source: NOTATION row "even draw" (docs/theory.md).
 */
export function evenDraw(chances: readonly string[], order: readonly number[], u: number): (0 | 1)[] {
  const [one, ...exact] = alignDecimals(["1", ...chances]);
  checkInput(exact, one, order, u);
  const decisions = chances.map((): 0 | 1 => 0);
  const offset = BigInt(u * Number(TWO_TO_53)) * one;
  /** The number of points m + u below the sum. */
  const pointsBelow = (sum: bigint) => ceilDivide(sum * TWO_TO_53 - offset, one * TWO_TO_53);
  let sum = 0n;
  for (const position of order) {
    const before = pointsBelow(sum);
    sum += exact[position] as bigint;
    if (pointsBelow(sum) > before) decisions[position] = 1;
  }
  return decisions;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value > 0n && quotient * by !== value ? quotient + 1n : quotient;
}

function checkInput(exact: readonly bigint[], one: bigint, order: readonly number[], u: number): void {
  if (!(u >= 0 && u < 1 && Number.isInteger(u * Number(TWO_TO_53)))) {
    throw new LearnerError("range", `u = ${u} is not a multiple of 2^-53 in [0, 1)`);
  }
  if (exact.some((chance) => chance < 0n || chance > one)) {
    throw new LearnerError("range", "a chance is not in [0, 1]");
  }
  const isPermutation = order.length === exact.length && new Set(order).size === exact.length;
  if (!isPermutation || order.some((position) => exact[position] === undefined)) {
    throw new LearnerError("shape", `the order is no permutation of ${exact.length} positions`);
  }
}
