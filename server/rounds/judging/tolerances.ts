import * as t from "#messages/refusals.ts";
import { agrees, type TolerancesAsked, wordOfTolerance } from "#server/audit-log/tolerance.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { DomainError, type InputProblem } from "#server/errors.ts";

/**
 * Refuses tolerances that contradict their verdicts, are missing, or were not asked for.
 *
 * @param chances of the round, by position
 * @throws DomainError "tolerance-wrong" that names each of them
 */
export function requireTolerances(
  asked: TolerancesAsked,
  chances: readonly string[],
  verdicts: readonly Verdict[],
): void {
  const problems = verdicts.flatMap((verdict, index): InputProblem[] => {
    const message = toleranceProblem(verdict, chances, asked);
    return message === undefined ? [] : [{ row: index + 1, field: "tolerance", message }];
  });
  const [first] = problems;
  if (first !== undefined) throw new DomainError("tolerance-wrong", first.message, problems);
}

/** Returns why the tolerance of a verdict is refused, if it is. */
export function toleranceProblem(
  [high, low, word, tolerance]: Verdict,
  chances: readonly string[],
  asked: TolerancesAsked,
): string | undefined {
  if (tolerance === undefined) return asked === "always" ? t.toleranceMissing({ high, low }) : undefined;
  if (asked === "never") return t.noToleranceAsked();
  if (word === "unsure") return t.toleranceNeedsVerdict({ high, low });
  const pair = [chances[high] ?? "0", chances[low] ?? "0"] as const;
  if (agrees(pair, word, tolerance)) return undefined;
  const isUnfair = wordOfTolerance(pair, tolerance) === "unfair";
  return t.toleranceContradicts({ points: tolerance, high, low, isUnfair });
}
