/** Shares of 1. */
export type Interval = { readonly low: number; readonly high: number };

/** The 97.5 % quantile of the normal distribution. */
const z = 1.959963984540054;

/**
 * Returns the 95 % interval of a share that was estimated by counting (Wilson's score interval).
 *
 *   (p + z²/2n ± z √(p (1 - p)/n + z²/4n²)) / (1 + z²/n),   p = count/total, n = total
 *
 * Good from small totals on, and never outside 0 to 1. The trials are assumed independent and identically distributed.
 *
 * @param count how many of them, 0..total
 * @param total a whole number >= 1
 * @throws RangeError
 */
export function wilson(count: number, total: number): Interval {
  if (!Number.isInteger(total) || total < 1 || !Number.isInteger(count) || count < 0 || count > total) {
    throw new RangeError(`${count} of ${total}`);
  }
  const share = count / total;
  const square = z ** 2 / total;
  const middle = share + square / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / total + (z / (2 * total)) ** 2);
  // At the ends the formula is exact, but rounding is not.
  return {
    low: count === 0 ? 0 : (middle - reach) / (1 + square),
    high: count === total ? 1 : (middle + reach) / (1 + square),
  };
}
