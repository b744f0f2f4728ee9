import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import type { LearnerStep } from "./learner-steps.ts";

/** Returns the state after one more effect. */
export function applyStep(spec: LearnerSpec, state: LearnerState, step: LearnerStep): LearnerState {
  const learner = learnerOf(spec);
  if (step.kind === "opening") return learner.applyOpening(state, step.people, step.chances);
  if (step.kind === "round") return learner.applyRound(state, step.round);
  if (step.kind === "cancel") return learner.applyCancel(state, step.t);
  if (step.kind === "erasure") return learner.applyErasure(state, step.name);
  return learner.applyOutcome(state, step.change);
}
