import type { RoundRow } from "#db/queries/rounds.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import type { PolicyParameters } from "#server/workers/policy-weights.ts";
import type { PolicyAt, PolicyStates } from "./policy-states.ts";

/** The policy in force: that of the open round, else the one that the next round would open with as of now. */
export type NewestPolicy = {
  readonly policy: PolicyAt;
  /** The round that was opened with it; null: none so far. */
  readonly round: number | null;
  /** Drawn again with the noise of the last round, since no opening has drawn its own yet: FTPL between two rounds. */
  readonly isEstimated: boolean;
};

/** Finds the policy in force; null while the study has none, or after its state was dropped for an erased person. */
export function newestPolicy(states: PolicyStates): NewestPolicy | null {
  const { settings, rounds, appliedSeq, stored } = states;
  const last = rounds.at(-1);
  const moment = nextMoment(states);
  if (moment !== null) {
    return { policy: { appliedSeq, moment }, round: null, isEstimated: settings.learner.learner === "ftpl" };
  }
  return last === undefined || !stored.has(last.appliedSeq)
    ? null
    : { policy: openingPolicy(last), round: last.number, isEstimated: false };
}

export function openingPolicy({ appliedSeq, eta, noiseSeed }: RoundRow): PolicyAt {
  return { appliedSeq, moment: { eta, noiseSeed } };
}

/**
 * Returns the moment of the next policy; null while a round is open, whose policy is in force, and where no further
 * round comes.
 */
function nextMoment({ settings, rounds, closedCount, openCount }: PolicyStates): PolicyParameters | null {
  const { learner } = settings;
  const last = rounds.at(-1);
  if (last?.closedAt === null) return null;
  if (endsBefore(learner, closedCount + openCount + 1)) return null;
  if (learner.learner !== "ftpl") return { eta: null, noiseSeed: null };
  return last === undefined ? null : { eta: null, noiseSeed: last.noiseSeed };
}
