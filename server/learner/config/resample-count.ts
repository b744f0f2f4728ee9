/** 2^15 and 5^15: with at most 15 digits after the point, hits/R as a double prints as the exact decimal. */
const MOST_FACTORS = 15;

/**
 * Whether R = 2^a 5^b with a, b <= 15: then hits/R is a decimal of at most 15 digits, and `String(hits / R)` prints it
 * exactly, since no two such decimals round to one double. So gaps of chances, compared as the logged decimals, are
 * compared as the integers b (hits_i - hits_j) > a R.
 *
 * @param count R, whole, >= 1
 */
export function dividesPowerOfTen(count: number): boolean {
  let rest = count;
  for (const prime of [2, 5]) {
    for (let i = 0; i < MOST_FACTORS && rest % prime === 0; i++) rest /= prime;
  }
  return rest === 1;
}

/**
 * The smallest R = 2^a 5^b that is at least `least`.
 *
 * @param least > 0, at most 10^9
 */
export function resampleCountFrom(least: number): number {
  let smallest = Number.POSITIVE_INFINITY;
  // Stryker disable next-line EqualityOperator: no count up to 10^9 needs this power of 5
  for (let five = 1, b = 0; b <= MOST_FACTORS; b++, five *= 5) {
    let count = five;
    for (let a = 0; a < MOST_FACTORS && count < least; a++) count *= 2;
    if (count >= least && count < smallest) smallest = count;
  }
  return smallest;
}

/**
 * The smallest whole r with r >= T^(p/q), in integers: r^q >= T^p.
 *
 * @param horizon T, whole, 1..10^9
 * @param p < q
 */
export function rootCeiling(horizon: number, p: number, q: number): number {
  const power = BigInt(horizon) ** BigInt(p);
  let low = 1;
  let high = horizon;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (BigInt(middle) ** BigInt(q) >= power) high = middle;
    else low = middle + 1;
  }
  return low;
}
