import { printDecimal } from "#server/learner/numeric/decimal.ts";
import { gapExceeds } from "#server/learner/panel/eligibility.ts";
import type { StudySettings } from "./entries.ts";
import { LogError } from "./errors.ts";
import type { Verdict, VerdictWord } from "./verdicts.ts";

/**
 * Returns the verdict that a tolerance implies for a pair: unfair exactly if the chances differ by more.
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
 * When verdicts have a tolerance: `optional` in a study that asks for them with verdicts, `always` in a round that
 * asks for nothing else.
 */
export type TolerancesAsked = "never" | "optional" | "always";

/** Returns when verdicts of a round have a tolerance. @param pairs for which the panel was asked for tolerances, or null */
export function tolerancesAskedIn({ presentation }: StudySettings, pairs: unknown): TolerancesAsked {
  if (pairs !== null) return "always";
  return presentation.tolerance ? "optional" : "never";
}

/**
 * Rejects verdicts whose tolerance contradicts them, is missing, or was not asked for.
 *
 * @param verdicts pairs of positions below k
 * @param chances logged decimals by position: [k]
 * @throws LogError "verdict-tolerance"
 * Cost: one exact comparison for each verdict with a tolerance.
 */
export function checkTolerances(
  verdicts: readonly Verdict[],
  chances: readonly string[],
  asked: TolerancesAsked,
): void {
  for (const [high, low, word, tolerance] of verdicts) {
    if (tolerance === undefined) {
      if (asked !== "always") continue;
      throw new LogError("verdict-tolerance", `positions ${high} and ${low} have no tolerance`);
    }
    if (asked === "never") throw new LogError("verdict-tolerance", "this study does not ask for tolerances");
    if (agrees([chances[high] as string, chances[low] as string], word, tolerance)) continue;
    throw new LogError(
      "verdict-tolerance",
      `positions ${high} and ${low} have the verdict ${word} and a tolerance of ${tolerance} points`,
    );
  }
}

/**
 * Returns how far apart, in points, the chances of a pair may at least be before its panel can report it: a lower
 * bound on the panel's tolerance. Each seat accepts what it said, or the difference that it called acceptable.
 *
 *   the (m - r + 1)-th largest difference that the seats accept;  0 if fewer seats stated one
 *
 * @param accepted in points, one for each seat that stated a difference, in any order
 * @param panel m seats, of which r flags are needed
 */
export function acceptedByPanel(
  accepted: readonly number[],
  { seatCount, neededFlags }: { readonly seatCount: number; readonly neededFlags: number },
): number {
  return accepted.toSorted((a, b) => b - a)[seatCount - neededFlags] ?? 0;
}

/** Returns the difference in points that a verdict accepts; undefined if it states none. */
export function acceptedPoints(
  [high, low]: readonly [high: string, low: string],
  word: VerdictWord,
  tolerance: number | undefined,
): number | undefined {
  if (tolerance !== undefined) return tolerance;
  return word === "acceptable" ? (Number(high) - Number(low)) * 100 : undefined;
}
