import type { RoundRow } from "#db/queries/rounds.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { endsBefore } from "#server/learner/config/horizon.ts";
import type { PolicyParameters, StoredPolicy } from "#server/workers/policy-weights.ts";
import type { Trace } from "./trace-cache.ts";

/** The policy in force: that of the open round, else the one that the next round would open with as of now. */
export type NewestPolicy = {
  readonly policy: StoredPolicy;
  /** The round that was opened with it; null: none so far. */
  readonly round: number | null;
  /** Drawn again with the noise of the last round, since no opening has drawn its own yet: FTPL between two rounds. */
  readonly isEstimated: boolean;
  /** Stays equal while the policy does. */
  readonly key: string;
};

type PolicyFacts = {
  readonly trace: Trace;
  readonly settings: LearningSettings;
  /** Not cancelled, oldest first. */
  readonly rounds: readonly RoundRow[];
};

/** Finds the policy in force; null while the study has none, or after its state was dropped for an erased person. */
export function newestPolicy({ trace, settings, rounds }: PolicyFacts): NewestPolicy | null {
  const last = rounds.at(-1);
  const moment = nextMoment(settings, rounds);
  if (last !== undefined && moment === null) {
    const policy = trace.policies.get(last.number);
    return policy === undefined
      ? null
      : { policy, round: last.number, isEstimated: false, key: `round ${last.number}` };
  }
  if (moment === null) return null;
  return {
    policy: { snapshot: trace.tip, moment },
    round: null,
    isEstimated: settings.learner.learner === "ftpl",
    key: `after ${trace.tipSeq}`,
  };
}

/**
 * Returns the moment of the next policy; null while a round is open, whose policy is in force, and where no further
 * round comes.
 *
 * @param rounds not cancelled, oldest first
 */
export function nextMoment(
  { learner }: LearningSettings,
  rounds: readonly RoundRow[],
): PolicyParameters | null {
  const last = rounds.at(-1);
  if (last?.closedAt === null) return null;
  if (endsBefore(learner, rounds.length + 1)) return null;
  if (learner.learner !== "ftpl") return { eta: null, noiseSeed: null };
  return last === undefined ? null : { eta: null, noiseSeed: last.noiseSeed };
}
