import { gapExceeds, printDecimal } from "#server/learner/numeric/decimal.ts";
import { LogError } from "./errors.ts";
import type { Verdict, VerdictWord } from "./verdicts.ts";

/**
 * What a tolerance says of a pair: unfair exactly where the chances lie further apart.
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

/** What a tolerance must agree with. */
export type Tolerated = { readonly word: VerdictWord | null; readonly tolerance: number };

/**
 * Whether a tolerance can stand beside a word: that it says the same, and that there is a word that says anything.
 *
 * @param chances as for {@link wordOfTolerance}
 */
export function agrees(
  chances: readonly [high: string, low: string],
  { word, tolerance }: Tolerated,
): boolean {
  return word === wordOfTolerance(chances, tolerance);
}

/**
 * Refuses verdicts whose tolerance contradicts them, or that nobody asked for.
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
    if (agrees([chances[high] as string, chances[low] as string], { word, tolerance })) continue;
    throw new LogError(
      "verdict-tolerance",
      `positions ${high} and ${low} are called ${word} with a tolerance of ${tolerance} points`,
    );
  }
}
