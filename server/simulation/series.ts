import { z } from "zod";

/** The state of a run after a round: exact, over the rounds so far. */
export const seriesPointSchema = z.object({
  round: z.number(),
  /** Rounds that ended in a violation. */
  violatingRounds: z.number(),
  /** Rounds with a pair that could be judged. */
  judgedRounds: z.number(),
  /** Verdicts of an auditor who judges every pair that a round asks for. */
  verdicts: z.number(),
  /** People selected. */
  picked: z.number(),
  /** Decisions that were wrong, as drawn. */
  wrong: z.number(),
  /** Error regret against the best policy that is fair in every round so far; absent where it is not measured. */
  errorRegret: z.number().exactOptional(),
  /** Lagrangian regret against the same; absent in mode guarded too, which has no Lagrangian. */
  lagrangianRegret: z.number().exactOptional(),
  /** The proven bound on the error regret so far; absent where none is proven. */
  errorRegretBound: z.number().exactOptional(),
  /** The largest proven number of rounds with a violation; absent where none below the number of rounds is proven. */
  reportsBound: z.number().exactOptional(),
});

export type SeriesPoint = Readonly<z.output<typeof seriesPointSchema>>;

/** The number of points at which a run of up to 50 rounds has one after every round. */
export const everyRoundSeries = 100;

const checkpoints = [5, 10, 20, 50];

/** Returns the rounds after which the study of a draft is reported: some fixed ones, and the last. */
export function checkpointsOf(rounds: number): number[] {
  return [...new Set([...checkpoints.filter((round) => round <= rounds), rounds])].sort((a, b) => a - b);
}

/** Returns the rounds at whose openings the examples' chances are taken: the first, and each checkpoint. */
export function openingRounds(rounds: number): number[] {
  return [...new Set([1, ...checkpointsOf(rounds)])];
}

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
