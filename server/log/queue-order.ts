import { taggedHashes } from "./hash.ts";

type Pair = readonly [high: number, low: number];

/**
 * The order in which one auditor meets the pairs of a round: random, another one for each seat, and always the same for
 * the same seat. It follows from the noise seed in the round's opening, so anybody can work it out again.
 */
export function queueOrder<P extends Pair>(pairs: readonly P[], noiseSeed: string, seat: string): P[] {
  const placeOf = taggedHashes("queue", noiseSeed, seat);
  const placed = pairs.map((pair) => ({ pair, place: placeOf(...pair) }));
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return placed.map(({ pair }) => pair);
}
