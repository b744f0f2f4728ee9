/**
 * Sets of at most d of n questions, in the order of a separator: the empty set, the single questions, then pairs, then
 * triples, each ordered by the lowest member, then by the next. Set number 0 is empty, 1 + b is {b}.
 */
export type SmallSubsets = {
  /** 1 + n + C(n, 2), and + C(n, 3) for d = 3. */
  readonly count: number;
  /** The number of {a, b} minus b, for a < b: [n] */
  readonly pairStart: Int32Array;
  /** The number of {a, b, c} minus c, at a · n + b, for a < b < c: [n²]; empty for d = 2 */
  readonly tripleStart: Int32Array;
  /** The members of a set, ascending. */
  members(number: number): number[];
};

/**
 * @param n questions
 * @param d 2 or 3
 * Cost: O(n²) to make.
 */
export function smallSubsets(n: number, d: 2 | 3): SmallSubsets {
  const pairStart = new Int32Array(n);
  let next = 1 + n;
  for (let a = 0; a < n; a++) {
    pairStart[a] = next - (a + 1);
    next += n - 1 - a;
  }
  const tripleStart = new Int32Array(d === 3 ? n * n : 0);
  if (d === 3) {
    for (let a = 0; a < n; a++) {
      for (let b = a + 1; b < n; b++) {
        tripleStart[a * n + b] = next - (b + 1);
        next += n - 1 - b;
      }
    }
  }
  const pairEnd = 1 + n + (n * (n - 1)) / 2;
  return {
    count: next,
    pairStart,
    tripleStart,
    members(number) {
      if (number <= n) return number === 0 ? [] : [number - 1];
      if (number < pairEnd) {
        const a = pairStart.findLastIndex((start, first) => first < n - 1 && start + first + 1 <= number);
        return [a, number - (pairStart[a] as number)];
      }
      const at = tripleStart.findLastIndex((start, place) => {
        const [a, b] = [Math.floor(place / n), place % n];
        return a < b && b < n - 1 && start + b + 1 <= number;
      });
      return [Math.floor(at / n), at % n, number - (tripleStart[at] as number)];
    },
  };
}
