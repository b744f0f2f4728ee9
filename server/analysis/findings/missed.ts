import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import { pairKey } from "#server/audit-log/pairs.ts";

/** What a round asked its panel to look at. */
export type Asked = {
  /** Pairs that could be judged. */
  readonly pairCount: number;
  /** Those that all were asked to look at first; null: all of them. */
  readonly docket: readonly DocketPair[] | null;
};

type Pair = { readonly high: number; readonly low: number };

/**
 * How many pairs outside the docket the panel would have reported, had it looked at them as it looked at those that came onto
 * the docket by lot: Horvitz and Thompson's estimate from that lot.
 *
 *   (n - s)/s · f,  n pairs that are not ranked, s of them drawn by lot, f of these reported
 *
 * Every pair that is not ranked is drawn with chance s/n, so over the lots the mean of this is the mean of what is missed.
 * It says nothing of pairs that nobody would flag although they are violations, and one round alone says little.
 *
 * @param reported the reported pairs of the round, on the docket or not
 * @returns 0 where every pair is on the docket
 * Source: Horvitz & Thompson, A Generalization of Sampling Without Replacement From a Finite Universe (1952).
 */
export function missedPairs({ pairCount, docket }: Asked, reported: readonly Pair[]): number {
  if (docket === null) return 0;
  const drawn = docket.filter(([, , way]) => way === "random");
  const outside = pairCount - docket.length;
  if (outside === 0) return 0;
  const lots = new Set(drawn.map(([high, low]) => pairKey(high, low)));
  const found = reported.filter(({ high, low }) => lots.has(pairKey(high, low))).length;
  return (outside / drawn.length) * found;
}
