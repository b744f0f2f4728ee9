import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { Learner } from "#server/learner/interface/learner.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type Exp2State, exp2 } from "./exp2/exp2.ts";
import { type FtplState, ftpl } from "./ftpl/ftpl.ts";
import { guarded } from "./guarded/learner.ts";
import type { GuardedState } from "./guarded/state.ts";

/** The state of any learner of the catalogue. A learner accepts only states that it made itself. */
export type LearnerState = Exp2State | FtplState | GuardedState;

const LEARNERS: Readonly<Record<LearnerSpec["learner"], Learner<LearnerState>>> = { exp2, ftpl };
const GUARDED: Learner<LearnerState> = guarded;

/**
 * Finds the learner that a spec names.
 *
 * @throws LearnerError "unknown-kind"
 */
export function learnerOf(spec: Pick<LearnerSpec, "learner" | "mode">): Learner<LearnerState> {
  if (!Object.hasOwn(LEARNERS, spec.learner)) {
    throw new LearnerError("unknown-kind", `there is no learner ${JSON.stringify(spec.learner)}`);
  }
  return spec.learner === "exp2" && spec.mode === "guarded" ? GUARDED : LEARNERS[spec.learner];
}
