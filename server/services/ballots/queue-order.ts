import { createHash } from "node:crypto";
import { canonicalJson } from "#server/log/canonical.ts";

type Pair = readonly [high: number, low: number];

/**
 * The order in which one auditor meets the pairs of a round: random, another one for each seat, and always the same for
 * the same seat. It follows from the noise seed in the round's opening, so anybody can work it out again.
 */
export function queueOrder<P extends Pair>(pairs: readonly P[], noiseSeed: string, seat: string): P[] {
  const placed = pairs.map((pair) => ({ pair, place: placeOf(noiseSeed, seat, pair) }));
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return placed.map(({ pair }) => pair);
}

function placeOf(noiseSeed: string, seat: string, [high, low]: Pair): string {
  const text = canonicalJson(["evenhand/1/queue", noiseSeed, seat, high, low]);
  return createHash("sha256").update(text).digest("hex");
}
