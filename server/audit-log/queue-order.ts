import type { DocketPair } from "./docket-ways.ts";
import { taggedHashes } from "./hash.ts";
import { pairKey } from "./pairs.ts";

type Pair = readonly [high: number, low: number];

/**
 * The order in which one auditor meets the pairs of a round: random, another one for each seat, and always the same for
 * the same seat. It follows from the noise seed in the round's opening, so anybody can work it out again.
 * @internal
 */
export function queueOrder<P extends Pair>(pairs: readonly P[], noiseSeed: string, seat: string): P[] {
  const placeOf = taggedHashes("queue", noiseSeed, seat);
  const placed = pairs.map((pair) => ({ pair, place: placeOf(...pair) }));
  // Stryker disable next-line EqualityOperator: two pairs never have the same hash
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return placed.map(({ pair }) => pair);
}

/** The pairs of a round as one auditor meets them, and how many of the first are the docket. */
export type Queue<P extends Pair> = { readonly pairs: P[]; readonly docketCount: number };

/**
 * The queue of one seat: the pairs of the docket, then all others, each in the seat's own order.
 *
 * @param docket null: everybody is asked to look at all of them
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

/** One in so many pairs of a docket is asked a second time, in a study that does so. */
const repeatedOf = 12;

/** The pairs that one seat is asked a second time, once it has been through its docket: the first ones of its own order. */
export function repeatedPairs<P extends Pair>({ pairs, docketCount }: Queue<P>): P[] {
  return pairs.slice(0, Math.floor(docketCount / repeatedOf));
}
