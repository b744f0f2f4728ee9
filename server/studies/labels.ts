import { findLabels } from "#db/queries/drafts.ts";
import type { Reader } from "#db/store/store.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { namesPeople } from "#server/study/columns.ts";
import { plainDecision } from "#server/study/decision.ts";
import { type StudyLabels, studyLabelsSchema } from "#server/study/labels.ts";
import { type FieldWords, fieldsOf } from "#server/study/words.ts";
import { stillDraft } from "./settings.ts";

/** Finds a study's readable names, units and code labels. @throws DomainError "study-not-ready" for a draft */
export async function findStudyLabels(db: Reader, studyId: string): Promise<StudyLabels> {
  const labels = await findLabels(db, studyId);
  if (labels === null) throw stillDraft();
  return parseLabels(labels);
}

/** Finds what a study decides, in words that begin with "who". */
export async function findDecision(db: Reader, studyId: string): Promise<string> {
  const labels = await findLabels(db, studyId);
  return labels === null ? plainDecision : parseLabels(labels).decision;
}

/** Reads readable names for all columns of a study: for cards, and for the sentences of rules. */
export async function readFieldWords(
  db: Reader,
  studyId: string,
  { learner }: StudySettings,
): Promise<FieldWords[]> {
  return fieldsOf(learner.columns, (await findStudyLabels(db, studyId)).columns);
}

/**
 * Returns what identifies the study's people, in its order: its identifier columns; null for the row of the file, which
 * does where no column does.
 * @throws DomainError "study-not-ready" for a draft
 */
export async function identifierNames(db: Reader, studyId: string): Promise<(string | null)[]> {
  const { file } = await findStudyLabels(db, studyId);
  return namesPeople(file) ? identifierColumns(file) : [null];
}

export function identifierColumns(file: StudyLabels["file"]): string[] {
  return file.flatMap(({ role, name }) => (role === "identifier" ? [name] : []));
}

/** Total length of the texts of all remembered labels. */
const rememberedCharacters = 8 * 1024 * 1024;

/** Parses labels once in this process: every page of a study needs them, and they seldom change. */
function parseLabels(text: string): StudyLabels {
  const remembered = processCache<StudyLabels>("study-labels", {
    maxSize: rememberedCharacters,
    sizeCalculation: (_, { length }) => length,
  });
  const labels = remembered.get(text) ?? studyLabelsSchema.parse(JSON.parse(text));
  remembered.set(text, labels);
  return labels;
}
