import { z } from "zod";
import { isFeature, labelsOfColumn } from "./draft-columns.ts";
import type { StudyDraft } from "./study-draft.ts";

/** Readable names, units and code labels of a study's columns, and the operator's usual deadline: in no log entry. */
export const studyLabelsSchema = z.strictObject({
  v: z.literal(1),
  columns: z.array(
    z.strictObject({
      /** As in the settings. */
      name: z.string(),
      label: z.string(),
      unit: z.string(),
      words: z.array(z.strictObject({ word: z.string(), label: z.string() })),
    }),
  ),
  deadlineDays: z.int().min(1).nullable(),
});

export type StudyLabels = z.output<typeof studyLabelsSchema>;

export function labelsOf(draft: StudyDraft): StudyLabels {
  const days = draft.settings.deadlineDays.trim();
  return {
    v: 1,
    columns: (draft.people?.columns ?? []).filter(isFeature).map(labelsOfColumn),
    deadlineDays: days === "" ? null : Number(days),
  };
}
