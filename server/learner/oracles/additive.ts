/**
 * Searches for the least totals[i] + noise(i), where the noise of rule i is a sum over the digits of i: a bit or a
 * ternary digit adds its own number. So noise(i) = high[block] + low[place], and a block is skipped if its least total
 * with the least `low` cannot win. The result is exact: rounding is monotone, so (least + high) + low is a true bound
 * on what the scan itself would compute.
 */
const BLOCK_DIGITS = { 2: 8, 3: 5 } as const;

/** What each value of one digit adds: [0, δ] or [0, δ1, δ2]. */
export type DigitNoise = readonly number[];

/**
 * Sums of the digits' noise for all numbers with these digits, digit 0 first and fastest.
 *
 * @param digits [m]
 * @returns [Π lengths], starting with `start`
 * Cost: O(result).
 */
function digitSums(digits: readonly DigitNoise[], start: number): Float64Array {
  const size = digits.reduce((product, digit) => product * digit.length, 1);
  const sums = new Float64Array(size);
  sums[0] = start;
  let filled = 1;
  for (const digit of digits) {
    // Stryker disable next-line ArithmeticOperator: later digits overwrite what is written past a digit's end
    for (let value = digit.length - 1; value >= 0; value--) {
      for (let i = 0; i < filled; i++) {
        sums[value * filled + i] = (sums[i] as number) + (digit[value] as number);
      }
    }
    filled *= digit.length;
  }
  return sums;
}

export type Found = { readonly index: number; readonly value: number };

/**
 * Prepares the search over totals[from ..]: computes the least total of each block, once per history.
 *
 * @param totals rule number i is at from + i: [from + n], n <= base^digits
 * @param base 2 or 3
 * @returns a function from the digits' noise and the noise of number 0 to the position of the least; ties by the lowest
 * Cost: O(n) to prepare; a call O(n) at worst, O(n / 256) when one rule leads by more than the noise.
 */
export function additiveSearch(
  totals: Float64Array,
  from: number,
  base: 2 | 3,
): (digits: readonly DigitNoise[], start: number) => Found {
  const count = totals.length - from;
  const blockSize = base ** BLOCK_DIGITS[base];
  const least = new Float64Array(Math.ceil(count / blockSize)).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    const block = Math.floor(i / blockSize);
    least[block] = Math.min(least[block] as number, totals[from + i] as number);
  }
  return (digits, start) => {
    const low = digitSums(digits.slice(0, BLOCK_DIGITS[base]), 0);
    const high = digitSums(digits.slice(BLOCK_DIGITS[base]), start);
    const leastLow = low.reduce((a, b) => Math.min(a, b));
    let index = -1;
    let value = Number.POSITIVE_INFINITY;
    for (let block = 0; block < least.length; block++) {
      const shift = high[block] as number;
      // Stryker disable next-line ConditionalExpression: saves time
      if ((least[block] as number) + shift + leastLow >= value) continue;
      const first = block * blockSize;
      const end = Math.min(count - first, low.length);
      for (let place = 0; place < end; place++) {
        const sum = (totals[from + first + place] as number) + shift + (low[place] as number);
        if (sum < value) {
          value = sum;
          index = first + place;
        }
      }
    }
    return { index, value };
  };
}
