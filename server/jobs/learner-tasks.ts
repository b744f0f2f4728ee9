import { createHash } from "node:crypto";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import type { LearnerStep } from "#server/log/learner-steps.ts";
import type { Opening } from "../learner/contract/learner.ts";
import { type LearnerState, learnerOf } from "../learner/learners.ts";

/** A stored state: null stands for the state before the first update. */
export type Stored = { readonly spec: LearnerSpec; readonly snapshot: Uint8Array | null };

export function stateOf({ spec, snapshot }: Stored): LearnerState {
  const learner = learnerOf(spec);
  return snapshot === null ? learner.init(spec) : learner.restore(spec, snapshot);
}

/** The state after one more effect. */
export function stepOn(spec: LearnerSpec, state: LearnerState, step: LearnerStep): LearnerState {
  const learner = learnerOf(spec);
  if (step.kind === "opening") return learner.applyOpening(state, step.people);
  if (step.kind === "round") return learner.applyRound(state, step.round);
  if (step.kind === "cancel") return learner.applyCancel(state);
  if (step.kind === "erasure") return learner.applyErasure(state, step.name);
  return learner.applyOutcome(state, step.change);
}

export function openRound(input: Stored & { people: readonly Features[]; noiseSeed: string }): Opening {
  return learnerOf(input.spec).open(stateOf(input), input.people, input.noiseSeed);
}

/** The policy of a round once more, at its close, with the resample each person has if the draw selects them. */
export function reopenRound(
  input: Stored & { people: readonly Features[]; noiseSeed: string; resampleSeed: string },
): { opening: Opening; resamples: readonly number[] } {
  const learner = learnerOf(input.spec);
  const state = stateOf(input);
  const everybody = input.people.map(() => 1 as const);
  return {
    opening: learner.open(state, input.people, input.noiseSeed),
    resamples: learner.resample(state, input.people, everybody, input.resampleSeed),
  };
}

export function applySteps(input: Stored & { steps: readonly LearnerStep[] }): {
  snapshot: Uint8Array;
  stateHash: string;
} {
  const { spec, steps } = input;
  const state = steps.reduce((before, step) => stepOn(spec, before, step), stateOf(input));
  const snapshot = learnerOf(spec).snapshot(state);
  return { snapshot, stateHash: createHash("sha256").update(snapshot).digest("hex") };
}
