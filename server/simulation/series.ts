/** Where a run stood after a round: exact, against the rounds so far. */
export type SeriesPoint = {
  readonly round: number;
  /** Rounds that ended in a violation so far. */
  readonly violatingRounds: number;
  /** Error regret so far, against the best policy that is fair in every round so far. */
  readonly errorRegret: number;
};

/**
 * After which rounds a run of T is looked at: half of the points evenly apart, half of them evenly on a logarithmic scale,
 * 1 and T among them; fewer where they fall together.
 *
 * @param rounds T >= 1
 * @param count of the points, >= 4
 */
export function seriesRounds(rounds: number, count: number): number[] {
  const half = Math.floor(count / 2);
  const shares = Array.from({ length: half }, (_, i) => i / (half - 1));
  const even = shares.map((share) => Math.round(1 + share * (rounds - 1)));
  const geometric = shares.map((share) => Math.round(rounds ** share));
  return [...new Set([...even, ...geometric])].sort((a, b) => a - b);
}
