import { alignDecimals, readDecimal } from "../numeric/decimal.ts";
import { LearnerError } from "../numeric/errors.ts";

/** The only place that compares a gap of two chances with α: strictly, so a gap of exactly α is not judged. */

/**
 * Returns whether high - low > alpha, strictly, in exact arithmetic.
 *
 * @param high  π(x), a decimal
 * @param low   π(x'), a decimal
 * @param alpha a decimal
 * @throws LearnerError "not-a-decimal"
 * Source: NOTATION row "α-violation" (Def. 2.1), without d.
 */
export function gapExceeds(high: string, low: string, alpha: string): boolean {
  const [h, l, a] = alignDecimals([high, low, alpha]);
  return h - l > a;
}

/** The gaps π(x_i) - π(x_j) of a round in exact arithmetic: integers on one common scale. */
export type ExactGaps = {
  readonly gap: (high: number, low: number) => bigint;
  /** Whether π(x_i) - π(x_j) > α, as gapExceeds. */
  readonly exceedsAlpha: (high: number, low: number) => boolean;
  /** The number of ordered pairs whose gap exceeds α. */
  readonly count: number;
};

/**
 * Reads a round's logged chances exactly, to compare their gaps with one α or with several.
 *
 * @param chances π(x_i): [k], decimals in [0, 1]
 * @returns a function of α, a decimal in [0, 1), which throws LearnerError "not-a-decimal" and "range" too
 * @throws LearnerError "not-a-decimal"; "range"
 * Cost: O(k log k), and O(k) for each α.
 */
export function exactGaps(chances: readonly string[]): (alpha: string) => ExactGaps {
  const [one, ...values] = alignDecimals(["1", ...chances]);
  if (values.some((value) => value < 0n || value > one)) {
    throw new LearnerError("range", "a chance is not in [0, 1]");
  }
  const at = (position: number) => values[position] as bigint;
  const gap = (high: number, low: number) => at(high) - at(low);
  const ascending = [...values.keys()].sort((a, b) => (at(a) < at(b) ? -1 : Number(at(a) > at(b))));
  const rank = new Int32Array(values.length);
  for (const [place, position] of ascending.entries()) rank[position] = place;
  return (alpha) => {
    const { digits, scale } = readDecimal(alpha);
    const unit = 10n ** BigInt(scale);
    if (digits < 0n || digits >= unit) throw new LearnerError("range", `alpha ${alpha} is not in [0, 1)`);
    // gaps are whole numbers, so they exceed α exactly if they exceed ⌊α⌋ on their scale
    const limit = (digits * one) / unit;
    // the people more than α below a person are the first ones in ascending order
    const below = new Int32Array(values.length);
    let [last, count] = [0, 0];
    for (const position of ascending) {
      while (gap(position, ascending[last] as number) > limit) last += 1;
      below[position] = last;
      count += last;
    }
    const exceedsAlpha = (high: number, low: number) => (rank[low] as number) < (below[high] as number);
    return { gap, exceedsAlpha, count };
  };
}

/** Chances computed as doubles are off by less than this. */
const ROUNDING = 1e-12;

/** Compares chances computed as doubles: a gap that equals alpha except for rounding does not exceed it. */
export function computedGapExceeds(high: number, low: number, alpha: number): boolean {
  return high - low > alpha + ROUNDING;
}

/**
 * Returns whether a gap is an α-violation for an auditor: gap > α + d.
 *
 * @param gap π(x) - π(x')
 * @param distance d(x, x') >= 0
 * Source: NOTATION row "α-violation" (Def. 2.1).
 */
export function isAlphaViolation(gap: number, alpha: number, distance: number): boolean {
  return gap > alpha + distance;
}
