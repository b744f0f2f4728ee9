import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { ClosedRound, OutcomeChange } from "./learner.ts";
import { outcomeValues } from "./outcome-values.ts";

/**
 * Checks the decisions of a closed round: one per person, each 0 or 1. Any other value would be charged as neither.
 *
 * @throws LearnerError "shape"; "range"
 */
export function checkDecisions({ people, decisions }: Pick<ClosedRound, "people" | "decisions">): void {
  if (decisions.length !== people.length) {
    throw new LearnerError("shape", `${people.length} people, ${decisions.length} decisions`);
  }
  const other = Array.from(decisions).findIndex((decision) => decision !== 0 && decision !== 1);
  if (other < 0) return;
  throw new LearnerError("range", `person ${other} was decided ${decisions[other]}, not 0 or 1`);
}

/**
 * Checks an outcome: one of the three words, different from the previous outcome.
 *
 * @throws LearnerError "range"; "outcome-unchanged"
 */
export function checkChange({ before, after }: Pick<OutcomeChange, "before" | "after">): void {
  for (const value of before === null ? [after] : [before, after]) {
    if (!outcomeValues.includes(value)) throw new LearnerError("range", `${value} is not an outcome`);
  }
  if (before === after) throw new LearnerError("outcome-unchanged", `the outcome was ${after} already`);
}
