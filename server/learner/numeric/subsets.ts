/**
 * Returns the number of subsets of m out of n things.
 *
 *   n! / (m! (n - m)!)
 *
 * @param n a whole number, from 0
 * @param m a whole number, 0..n
 * @returns exact up to 2^53; beyond that about right, and Infinity beyond the range of doubles
 * Cost: O(m).
 */
export function subsetCount(n: number, m: number): number {
  let count = 1;
  for (let i = 1; i <= Math.min(m, n - m); i++) count = (count * (n - Math.min(m, n - m) + i)) / i;
  return count;
}

/**
 * Lists the subsets of m of the numbers 0..n-1, each ascending, in lexicographic order.
 *
 * @param n a whole number, from 0
 * @param m a whole number, 0..n
 * Cost: O(m) a subset.
 */
export function* subsets(n: number, m: number): Generator<readonly number[]> {
  const chosen = Array.from({ length: m }, (_, place) => place);
  for (;;) {
    yield [...chosen];
    let place = m - 1;
    while (place >= 0 && chosen[place] === n - m + place) place -= 1;
    if (place < 0) return;
    chosen[place] = (chosen[place] as number) + 1;
    for (let next = place + 1; next < m; next++) chosen[next] = (chosen[next - 1] as number) + 1;
  }
}
