import type { DocketPair } from "./docket-ways.ts";
import { taggedHashes } from "./hash.ts";

type Pair = readonly [high: number, low: number];

/**
 * The order in which one auditor meets the pairs of a round: random, another one for each seat, and always the same for
 * the same seat. It follows from the noise seed in the round's opening, so anybody can work it out again.
 * @internal
 */
export function queueOrder<P extends Pair>(pairs: readonly P[], noiseSeed: string, seat: string): P[] {
  const placeOf = taggedHashes("queue", noiseSeed, seat);
  const placed = pairs.map((pair) => ({ pair, place: placeOf(...pair) }));
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
  const listed = new Set(docket.map(([high, low]) => `${high}>${low}`));
  const [first, rest]: [P[], P[]] = [[], []];
  for (const pair of order) (listed.has(`${pair[0]}>${pair[1]}`) ? first : rest).push(pair);
  return { pairs: [...first, ...rest], docketCount: first.length };
}
