import { findStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import {
  isAudit,
  type LearningSettings,
  type StudySettings,
  settingsSchema,
} from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import { processCache } from "#server/platform/process/process-wide.ts";

/** Returns the settings in the study's row: the last ones in its log, with the selection of panels that applies now. */
export function settingsOf(study: StudyRow): StudySettings {
  if (study.settings === null) throw stillDraft();
  const known = parsed().get(study.id);
  if (known?.text === study.settings) return known.settings;
  const settings = settingsSchema.parse(JSON.parse(study.settings));
  parsed().set(study.id, { text: study.settings, settings });
  return settings;
}

type Parsed = { readonly text: string; readonly settings: StudySettings };

/** Total length of all cached texts. */
const keptCharacters = 64 * 1024 * 1024;

/**
 * Cache of parsed settings. Checking 100,000 rules takes tens of milliseconds, and settings seldom change.
 */
function parsed() {
  return processCache<Parsed>("parsed-settings", {
    maxSize: keptCharacters,
    sizeCalculation: ({ text }) => text.length,
  });
}

/** Reads a study. @throws DomainError "not-found" */
export async function requireStudy(db: Reader, studyId: string): Promise<StudyRow> {
  const study = await findStudy(db, studyId);
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
