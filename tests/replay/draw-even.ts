/** The even draw (docs/log-format-guarded.md, section 4), in exact arithmetic. */

import { minus, type Ratio, ZERO } from "./decimal.ts";
import { tagged } from "./hashes.ts";

/** Sorts positions by the hash of the link. */
export function drawOrder(link: string, count: number): number[] {
  const hashes = Array.from({ length: count }, (_, position) => ({
    position,
    hash: tagged("draw-order", link, position),
  }));
  hashes.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return hashes.map(({ position }) => position);
}

/** Computes the decisions by position. */
export function evenDecisions(chances: readonly Ratio[], order: readonly number[], u: number): number[] {
  const decisions = chances.map(() => 0);
  const start: Ratio = { n: BigInt(u * 2 ** 53), d: 2n ** 53n };
  let reached: Ratio = minus(ZERO, start);
  for (const position of order) {
    const chance = chances[position] ?? ZERO;
    const next = minus(reached, minus(ZERO, chance));
    // An integer m >= 0 with reached <= m < next, both less u.
    const m = wholeFrom(reached);
    if (m * next.d < next.n) decisions[position] = 1;
    reached = next;
  }
  return decisions;
}

/** Computes the least integer from 0 that is not below the value. */
function wholeFrom({ n, d }: Ratio): bigint {
  return n <= 0n ? 0n : (n + d - 1n) / d;
}
