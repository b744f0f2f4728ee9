import { findLabels } from "#db/queries/drafts.ts";
import type { Reader } from "#db/store.ts";
import { type StudyLabels, studyLabelsSchema } from "#server/schemas/study-labels.ts";

/** A study's readable names, units and code labels; without any for studies that were not made in the browser. */
export async function findStudyLabels(db: Reader, studyId: string): Promise<StudyLabels> {
  const labels = await findLabels(db, studyId);
  return labels === null
    ? { v: 1, columns: [], deadlineDays: null }
    : studyLabelsSchema.parse(JSON.parse(labels));
}
