import { normalise } from "../policy/weights.ts";

/**
 * Returns how many people of a round one drawn rule picks, over random rounds. A rule that accepts a of n people picks
 * c of k of them with the hypergeometric probability.
 *
 *   P(c) = Σ_h w_h · C(a_h, c) C(n - a_h, k - c) / C(n, k)
 *
 * @param weightOf the weight of the rules that accept each number of the n people, summing to one: [n + 1]
 * @param k people in a round, at most n
 * @returns the probabilities of 0..k picks: [k + 1]
 * Cost: O(n + k · different a).  Source: NOTATION row "draw" (Alg. 1).
 */
export function pickedByOneRule(weightOf: Float64Array, k: number): number[] {
  const n = weightOf.length - 1;
  const picked = new Array<number>(k + 1).fill(0);
  for (let a = 0; a <= n; a++) {
    const weight = weightOf[a] as number;
    if (weight === 0) continue;
    const { from, shares } = hypergeometric(n, a, k);
    for (let i = 0; i < shares.length; i++) {
      picked[from + i] = (picked[from + i] as number) + weight * (shares[i] as number);
    }
  }
  return picked;
}

/**
 * Returns the probabilities of the numbers of accepted people among k drawn, from the first possible, where a of n
 * people are accepted.
 * @internal
 */
export function hypergeometric(
  n: number,
  a: number,
  k: number,
): { readonly from: number; readonly shares: Float64Array } {
  const from = Math.max(0, k - (n - a));
  const to = Math.min(k, a);
  const shares = new Float64Array(to - from + 1);
  // From the most probable one outwards: nothing overflows, and an underflow is negligible.
  const mode = Math.min(to, Math.max(from, Math.floor(((k + 1) * (a + 1)) / (n + 2))));
  /** P(c + 1) / P(c) */
  const step = (c: number) => ((a - c) * (k - c)) / ((c + 1) * (n - a - k + c + 1));
  shares[mode - from] = 1;
  for (let c = mode; c < to; c++) shares[c + 1 - from] = (shares[c - from] as number) * step(c);
  // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
  for (let c = mode; c > from; c--) shares[c - 1 - from] = (shares[c - from] as number) / step(c - 1);
  return { from, shares: normalise(shares) };
}
