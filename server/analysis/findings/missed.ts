import { pairKey } from "#server/audit-log/pairs.ts";
import type { FindingsRound } from "./played-round.ts";

type Pair = { readonly high: number; readonly low: number };

/**
 * Estimates how many pairs outside the docket the panel would have reported if it had looked at them as it did at the
 * random part of the docket: Horvitz and Thompson's estimate from that random part.
 *
 *   (n - s)/s · f,  n pairs that are not ranked, s of them drawn by lot, f of these reported
 *
 * Every pair that is not ranked is drawn with chance s/n, so the expectation of this over the draws is the expected
 * number of missed pairs. It does not cover violations that no auditor would flag, and one round alone says little.
 *
 * @param reported the reported pairs of the round, on the docket or not
 * @returns 0 where every pair is on the docket
 * Source: Horvitz & Thompson, A Generalization of Sampling Without Replacement From a Finite Universe (1952).
 */
export function missedPairs(
  { pairCount, docket }: Pick<FindingsRound, "pairCount" | "docket">,
  reported: readonly Pair[],
): number {
  if (docket === null) return 0;
  const drawn = docket.filter(([, , way]) => way === "random");
  const outside = pairCount - docket.length;
  if (outside === 0) return 0;
  const lots = new Set(drawn.map(([high, low]) => pairKey(high, low)));
  const found = reported.filter(({ high, low }) => lots.has(pairKey(high, low))).length;
  return (outside / drawn.length) * found;
}
