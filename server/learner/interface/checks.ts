import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type ClosedRound, type OutcomeChange, outcomeValues } from "./learner.ts";

/**
 * What every learner asks of a closed round: a decision for each person, 0 or 1. Any other would be charged as neither.
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
 * What every learner asks of an outcome: one of the three words, another one than stood there.
 *
 * @throws LearnerError "range"; "outcome-unchanged"
 */
export function checkChange({ before, after }: Pick<OutcomeChange, "before" | "after">): void {
  for (const value of before === null ? [after] : [before, after]) {
    if (!outcomeValues.includes(value)) throw new LearnerError("range", `${value} is not an outcome`);
  }
  if (before === after) throw new LearnerError("outcome-unchanged", `the outcome was ${after} already`);
}
