import { compareDecimals, isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { LearnerSpec } from "./spec.ts";

/**
 * Refuses a number of picks that the learner cannot keep to.
 *
 * @throws LearnerError "unknown-kind" on the rule; "not-a-decimal"; "picks-outside" unless the number is above 0 and at
 *   most k; "setting-unused" in mode `paper`; "picks-need-even-draw" if Exp2 draws one rule for everyone, which picks
 *   as many people as that rule accepts; "picks-fraction" if FTPL, which has no even draw, gets no whole number
 */
export function checkPicks({ learner, mode, picks, draw, roundSize }: LearnerSpec): void {
  if (picks === undefined) return;
  const { rule, count } = picks;
  if (!["exactly", "at-least", "at-most", "average"].includes(rule)) {
    throw new LearnerError("unknown-kind", `there is no number of picks ${JSON.stringify(rule)}`);
  }
  if (!isDecimal(count)) throw new LearnerError("not-a-decimal", `picks ${JSON.stringify(count)}`);
  // also refuses decimals that are above 0 but round to 0 as doubles
  if (!(parseNumber(count) > 0) || compareDecimals(count, String(roundSize)) > 0) {
    throw new LearnerError("picks-outside", `${count} picks are not above 0 and at most ${roundSize}`);
  }
  if (mode === "paper") throw new LearnerError("setting-unused", "mode paper has no number of picks");
  if (learner === "ftpl" && !Number.isInteger(parseNumber(count))) {
    throw new LearnerError(
      "picks-fraction",
      `FTPL has no even draw, so ${count} picks must be a whole number`,
    );
  }
  if (learner === "exp2" && draw !== "even") {
    throw new LearnerError("picks-need-even-draw", "a number of picks needs the even draw");
  }
}
