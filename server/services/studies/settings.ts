import { findStudy, type StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { learnerRefusal } from "#server/draft/settings/learner-refusals.ts";
import { DomainError } from "#server/errors.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import { LIMITS } from "#server/learner/spec/params.ts";
import { type StudySettings, settingsSchema } from "#server/log/entries.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/** The settings as they stand in the study's row; they equal the log's last ones. */
export function settingsOf(study: StudyRow): StudySettings {
  if (study.settings === null) {
    throw new DomainError("study-not-ready", "This study is still a draft: publish it first.");
  }
  const known = parsed().get(study.id);
  if (known?.text === study.settings) return known.settings;
  const settings = settingsSchema.parse(JSON.parse(study.settings));
  parsed().set(study.id, { text: study.settings, settings });
  return settings;
}

type Parsed = { readonly text: string; readonly settings: StudySettings };

/** Settings with 100,000 rules take tens of milliseconds to check; they change at most until the first opening. */
function parsed(): Map<string, Parsed> {
  return processWide("parsed-settings", () => new Map<string, Parsed>());
}

/** @throws DomainError "not-found" */
export async function requireStudy(db: Reader, studyId: string): Promise<StudyRow> {
  const study = await findStudy(db, studyId);
  if (study === undefined) throw new DomainError("not-found", "There is no such study.");
  return study;
}

/**
 * Refuses settings that the learner or the panel would refuse later, with the reason.
 * @throws DomainError "bad-input"
 */
export function checkSettings(settings: StudySettings): void {
  const { numerator, denominator } = settings.panel.gamma;
  if (numerator > denominator) {
    throw refusal(
      "panel.gamma",
      `The share of needed flags must be at most 1, not ${numerator}/${denominator}.`,
    );
  }
  const names = new Set(settings.learner.columns.map((column) => column.name));
  for (const field of settings.presentation.fields) {
    if (!names.has(field)) throw refusal("presentation.fields", `There is no column "${field}" to show.`);
  }
  const { resampleCount } = settings.learner;
  if (resampleCount !== undefined && resampleCount < LIMITS.leastLiveResampleCount) {
    throw refusal(
      "learner.resampleCount",
      `A study draws at least ${LIMITS.leastLiveResampleCount} rules a round, so that chances have three digits, not ${resampleCount}.`,
    );
  }
  try {
    learnerOf(settings.learner).init(settings.learner);
  } catch (error) {
    if (error instanceof LearnerError) throw refusal("learner", learnerRefusal(error), error);
    throw error;
  }
}

function refusal(field: string, message: string, cause?: unknown): DomainError {
  return new DomainError("bad-input", message, [{ field, message }], { cause });
}
