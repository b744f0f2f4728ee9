import { findLabels } from "#db/queries/drafts.ts";
import { listFirstIdentifiers } from "#db/queries/imports.ts";
import type { Reader } from "#db/store/store.ts";
import { type StudyLabels, studyLabelsSchema } from "#server/draft/labels.ts";
import { type FieldWords, fieldsOf } from "#server/draft/words.ts";
import { parseCanonical } from "#server/log/canonical.ts";
import type { StudySettings } from "#server/log/entries.ts";

/** A study's readable names, units and code labels; without any for studies that were not made in the browser. */
export async function findStudyLabels(db: Reader, studyId: string): Promise<StudyLabels> {
  const labels = await findLabels(db, studyId);
  return labels === null
    ? { v: 1, columns: [], deadlineDays: null }
    : studyLabelsSchema.parse(JSON.parse(labels));
}

/** All columns of a study as people read them: for cards, and for the sentences of rules. */
export async function readFieldWords(
  db: Reader,
  studyId: string,
  { learner }: StudySettings,
): Promise<FieldWords[]> {
  return fieldsOf(learner.columns, (await findStudyLabels(db, studyId)).columns);
}

/** What the study's identifier columns are called, in their order; "identifier 1" and so on where nobody said. */
export async function identifierNames(db: Reader, studyId: string): Promise<string[]> {
  const cells = await listFirstIdentifiers(db, studyId);
  const count = Math.max(0, ...cells.map((row) => (parseCanonical(row) as unknown[]).length));
  const { file } = await findStudyLabels(db, studyId);
  const named = (file ?? []).filter(({ role }) => role === "identifier");
  return Array.from({ length: count }, (_, index) => named[index]?.name || `identifier ${index + 1}`);
}
