/** Above every position: a round has 1,000 people at most. */
const positionBound = 65_536;

/**
 * One number for a pair of a round: texts as keys take several times as long.
 *
 * @param high position, whole, from 0 and below 65,536; `low` too
 */
export function pairKey(high: number, low: number): number {
  return high * positionBound + low;
}
