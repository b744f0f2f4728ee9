import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { LearnerSpec } from "./spec.ts";

type Length = Pick<LearnerSpec, "horizon" | "afterHorizon">;

/** Whether a study of this length ends before round t, counted from 1. */
export function endsBefore({ horizon, afterHorizon }: Length, t: number): boolean {
  return horizon !== null && afterHorizon === "end" && t > horizon;
}

/** @throws LearnerError "horizon-passed" if the study ends before round t */
export function checkHorizon(spec: Length, t: number): void {
  if (endsBefore(spec, t)) throw new LearnerError("horizon-passed", `round ${t} of ${spec.horizon}`);
}
