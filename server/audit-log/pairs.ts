/** Larger than every position: a round has at most 1,000 people. */
const positionBound = 65_536;

/**
 * Returns one number that identifies a pair of a round. Texts as keys take several times as long.
 *
 * @param high position, whole, from 0 and below 65,536; `low` too
 */
export function pairKey(high: number, low: number): number {
  return high * positionBound + low;
}

/** Returns a function that tells whether a pair is in the list, with its positions in the same order. */
export function isOneOf(
  pairs: readonly (readonly [high: number, low: number])[],
): (high: number, low: number) => boolean {
  const keys = new Set(pairs.map(([high, low]) => pairKey(high, low)));
  return (high, low) => keys.has(pairKey(high, low));
}
