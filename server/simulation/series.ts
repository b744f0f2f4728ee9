/** The state of a run after a round: exact, over the rounds so far. */
export type SeriesPoint = {
  readonly round: number;
  /** Rounds that ended in a violation so far. */
  readonly violatingRounds: number;
  /** Error regret so far, against the best policy that is fair in every round so far. */
  readonly errorRegret: number;
};

/**
 * Returns the rounds after which a run of T is measured: half of the points evenly spaced, half of them evenly on a
 * logarithmic scale, 1 and T among them; fewer where points coincide.
 *
 * @param rounds T >= 1
 * @param count the number of points, >= 4
 */
export function seriesRounds(rounds: number, count: number): number[] {
  const half = Math.floor(count / 2);
  const shares = Array.from({ length: half }, (_, i) => i / (half - 1));
  const even = shares.map((share) => Math.round(1 + share * (rounds - 1)));
  const geometric = shares.map((share) => Math.round(rounds ** share));
  return [...new Set([...even, ...geometric])].sort((a, b) => a - b);
}
