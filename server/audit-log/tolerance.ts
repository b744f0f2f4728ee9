import { printDecimal } from "#server/learner/numeric/decimal.ts";
import { gapExceeds } from "#server/learner/panel/eligibility.ts";
import { LogError } from "./errors.ts";
import type { Verdict, VerdictWord } from "./verdicts.ts";

/**
 * Returns the word that a tolerance implies for a pair: unfair exactly where the chances differ by more.
 *
 *   unfair  <=>  chance(high) - chance(low) > tolerance / 100
 *
 * @param chances logged decimals, the higher one first
 * @param tolerance points, see isTolerance
 * @throws LearnerError "not-a-decimal"
 */
export function wordOfTolerance(
  [high, low]: readonly [high: string, low: string],
  tolerance: number,
): "unfair" | "acceptable" {
  const limit = printDecimal({ digits: BigInt(tolerance), scale: 2 });
  return gapExceeds(high, low, limit) ? "unfair" : "acceptable";
}

/**
 * Checks whether a tolerance agrees with a word: the word must be unfair or acceptable, and the tolerance must imply
 * the same one.
 *
 * @param chances as for {@link wordOfTolerance}
 */
export function agrees(
  chances: readonly [high: string, low: string],
  word: VerdictWord,
  tolerance: number,
): boolean {
  return word === wordOfTolerance(chances, tolerance);
}

/**
 * Rejects verdicts whose tolerance contradicts them, or in a study that does not ask for tolerances.
 *
 * @param verdicts pairs of positions below k
 * @param chances logged decimals by position: [k]
 * @param isAsked whether the study asks for tolerances
 * @throws LogError "verdict-tolerance"
 * Cost: one exact comparison for each verdict with a tolerance.
 */
export function checkTolerances(
  verdicts: readonly Verdict[],
  chances: readonly string[],
  isAsked: boolean,
): void {
  for (const [high, low, word, tolerance] of verdicts) {
    if (tolerance === undefined) continue;
    if (!isAsked) throw new LogError("verdict-tolerance", "this study asks for no tolerance");
    if (agrees([chances[high] as string, chances[low] as string], word, tolerance)) continue;
    throw new LogError(
      "verdict-tolerance",
      `positions ${high} and ${low} are called ${word} with a tolerance of ${tolerance} points`,
    );
  }
}
