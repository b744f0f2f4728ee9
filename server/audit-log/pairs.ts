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
