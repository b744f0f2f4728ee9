import type { DocketPair } from "./docket-ways.ts";
import { taggedHashes } from "./hash.ts";
import { pairKey } from "./pairs.ts";

type Pair = readonly [high: number, low: number];

/**
 * Sorts the pairs of a round into the order in which one auditor sees them: random, different for each seat, and fixed
 * for a seat. It follows from the noise seed in the round's opening, so it can be recomputed from the log.
 * @internal
 */
export function queueOrder<P extends Pair>(pairs: readonly P[], noiseSeed: string, seat: string): P[] {
  const placeOf = taggedHashes("queue", noiseSeed, seat);
  const placed = pairs.map((pair) => ({ pair, place: placeOf(...pair) }));
  // Stryker disable next-line EqualityOperator: two pairs never have the same hash
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return placed.map(({ pair }) => pair);
}

/** The pairs of a round in the order in which one auditor sees them; the first `docketCount` belong to the docket. */
export type Queue<P extends Pair> = { readonly pairs: P[]; readonly docketCount: number };

/**
 * Returns the queue of one seat: the pairs of the docket, then all others, each part in the seat's own order.
 *
 * @param docket null: auditors look at all pairs
 * Cost: a hash a pair.
 */
export function queueOf<P extends Pair>(
  pairs: readonly P[],
  docket: readonly DocketPair[] | null,
  { noiseSeed, seat }: { readonly noiseSeed: string; readonly seat: string },
): Queue<P> {
  const order = queueOrder(pairs, noiseSeed, seat);
  if (docket === null) return { pairs: order, docketCount: order.length };
  const listed = new Set(docket.map(([high, low]) => pairKey(high, low)));
  const [first, rest]: [P[], P[]] = [[], []];
  for (const pair of order) (listed.has(pairKey(pair[0], pair[1])) ? first : rest).push(pair);
  return { pairs: [...first, ...rest], docketCount: first.length };
}

/** One in this many docket pairs is shown a second time, in a study with repeat questions. */
const repeatInterval = 12;

/** Returns the pairs that one seat is shown a second time after its docket: the first pairs of its own order. */
export function repeatedPairs<P extends Pair>({ pairs, docketCount }: Queue<P>): P[] {
  return pairs.slice(0, Math.floor(docketCount / repeatInterval));
}
