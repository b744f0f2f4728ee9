import { LRUCache } from "lru-cache";
import { listStoredStates } from "#db/queries/learner.ts";
import { findLastSeqOf } from "#db/queries/log.ts";
import { countClosedRounds, listComparedRounds, type RoundRow } from "#db/queries/rounds.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processWideOf } from "#server/platform/process/process-wide.ts";
import { withState } from "#server/studies/learner/state.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { PolicyParameters, StoredPolicy } from "#server/workers/policy-weights.ts";

/** A policy: the learner's state after an entry (0: its first state), and what else determines the policy. */
export type PolicyAt = { readonly appliedSeq: number; readonly moment: PolicyParameters };

/** The newest rounds of a study that learns, and the states of its learner that are stored. */
export type PolicyStates = {
  readonly studyId: string;
  readonly settings: LearningSettings;
  /** The rounds that are not over and the last two closed ones, oldest first. */
  readonly rounds: readonly RoundRow[];
  /** Rounds that are closed, and those that are not over. */
  readonly closedCount: number;
  readonly openCount: number;
  /** The last entry that the learner has applied. */
  readonly appliedSeq: number;
  /** Entries after which a state is stored: of the open rounds, of the two that closed last, and the newest one. */
  readonly stored: ReadonlySet<number>;
  /** A person was erased, and with them every state from before. */
  readonly isPartlyLost: boolean;
};

/** @throws DomainError "not-found", "study-not-ready", "study-audits" */
export function readPolicyStates(app: App, studyId: string): Promise<PolicyStates> {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const rounds = await listComparedRounds(db, studyId);
    return {
      studyId,
      settings: learningOf(settingsOf(study)),
      rounds,
      closedCount: await countClosedRounds(db, studyId),
      openCount: rounds.filter(({ state }) => state !== "closed").length,
      appliedSeq: study.appliedSeq,
      stored: new Set([0, study.appliedSeq, ...(await listStoredStates(db, studyId))]),
      isPartlyLost: (await findLastSeqOf(db, studyId, "person.erased")) > 0,
    };
  });
}

/** Runs `work` with the state of a policy, as workers take it. A damaged state is rebuilt from the log. */
export function withPolicy<T>(
  app: App,
  { studyId, settings }: PolicyStates,
  { appliedSeq, moment }: PolicyAt,
  work: (policy: StoredPolicy) => Promise<T>,
): Promise<T> {
  return withState(app, { studyId, spec: settings.learner, appliedSeq }, ({ snapshot }) =>
    work({ snapshot, moment }),
  );
}

const keptAnswers = 200;

/** Asks a worker, or returns the promise of the same question before; a failure is forgotten. */
export function askOnce<T extends object>(app: App, question: string, ask: () => Promise<T>): Promise<T> {
  const answers = processWideOf(
    "policy-answers",
    app.store,
    () => new LRUCache<string, Promise<object>>({ max: keptAnswers }),
  );
  return madeOnce(answers, question, ask) as Promise<T>;
}
