import { findStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { isAudit, type LearningSettings, type StudySettings } from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import { type Study, withSettings } from "#server/platform/app/study-settings.ts";

/** Returns the settings of a published study. @throws DomainError "study-not-ready" for a draft */
export function settingsOf({ settings }: Pick<Study, "settings">): StudySettings {
  if (settings === null) throw stillDraft();
  return settings;
}

/** Reads a study with its settings. @throws DomainError "not-found" */
export async function requireStudy(db: Reader, studyId: string): Promise<Study> {
  const row = await findStudy(db, studyId);
  const [study] = row === undefined ? [] : await withSettings(db, [row]);
  if (study === undefined) throw new DomainError("not-found", t.studyUnknown());
  return study;
}

/**
 * Returns the number of the next round, which is also the number of its link in the seed tree. Numbers used in a lost
 * history are skipped.
 */
export function nextRoundOf({
  roundCount,
  skippedLinks,
}: Pick<StudyRow, "roundCount" | "skippedLinks">): number {
  return roundCount + skippedLinks + 1;
}

export function stillDraft(): DomainError {
  return new DomainError("study-not-ready", t.studyIsDraft());
}

/** Returns settings with a learner, a draw and outcomes. @throws DomainError "study-audits" in an audit */
export function learningOf(settings: StudySettings): LearningSettings {
  if (!isAudit(settings)) return settings;
  throw new DomainError("study-audits", t.studyAudits());
}

/** Refuses changes to an ended study. @throws DomainError "study-ended" */
export function refuseEnded({ state }: Pick<StudyRow, "state">): void {
  if (state === "ended") throw new DomainError("study-ended", t.studyEnded());
}
