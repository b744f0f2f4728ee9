import { findStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import {
  isAudit,
  type LearningSettings,
  type StudySettings,
  settingsSchema,
} from "#server/audit-log/entries.ts";
import { DomainError } from "#server/errors.ts";
import { processCache } from "#server/platform/process/process-wide.ts";

/** The settings as they stand in the study's row; they equal the log's last ones. */
export function settingsOf(study: StudyRow): StudySettings {
  if (study.settings === null) throw stillDraft();
  const known = parsed().get(study.id);
  if (known?.text === study.settings) return known.settings;
  const settings = settingsSchema.parse(JSON.parse(study.settings));
  parsed().set(study.id, { text: study.settings, settings });
  return settings;
}

type Parsed = { readonly text: string; readonly settings: StudySettings };

/** Of all texts that are kept. */
const keptCharacters = 64 * 1024 * 1024;

/** Settings with 100,000 rules take tens of milliseconds to check; they change at most until the first opening. */
function parsed() {
  return processCache<Parsed>("parsed-settings", {
    maxSize: keptCharacters,
    sizeCalculation: ({ text }) => text.length,
  });
}

/** @throws DomainError "not-found" */
export async function requireStudy(db: Reader, studyId: string): Promise<StudyRow> {
  const study = await findStudy(db, studyId);
  if (study === undefined) throw new DomainError("not-found", "There is no such study.");
  return study;
}

/** The number of the next round, which is that of its link: those that a lost history used are left out. */
export function nextRoundOf({
  roundCount,
  skippedLinks,
}: Pick<StudyRow, "roundCount" | "skippedLinks">): number {
  return roundCount + skippedLinks + 1;
}

export function stillDraft(): DomainError {
  return new DomainError("study-not-ready", "This study is still a draft: publish it first.");
}

/** For whatever needs a learner, a draw or outcomes. @throws DomainError "study-audits" */
export function learningOf(settings: StudySettings): LearningSettings {
  if (!isAudit(settings)) return settings;
  throw new DomainError(
    "study-audits",
    "This study audits the rule in force: it picks nobody, takes no outcomes and learns nothing.",
  );
}

/** For whatever an ended study takes no more. @throws DomainError "study-ended" */
export function refuseEnded({ state }: Pick<StudyRow, "state">): void {
  if (state === "ended") throw new DomainError("study-ended", "This study has ended.");
}
