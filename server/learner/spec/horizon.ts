import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { LearnerSpec } from "./spec.ts";

/** @throws LearnerError "horizon-passed" if the study ends before round t */
export function checkHorizon(
  { horizon, afterHorizon }: Pick<LearnerSpec, "horizon" | "afterHorizon">,
  t: number,
) {
  if (horizon !== null && t > horizon && afterHorizon === "end") {
    throw new LearnerError("horizon-passed", `round ${t} of ${horizon}`);
  }
}
