import { z } from "zod";
import { inFileOrder, isFeature, labelsOfColumn } from "./draft-columns.ts";
import { type ColumnChoice, columnChoiceSchema, type StudyDraft } from "./study-draft.ts";

const fileColumnSchema = columnChoiceSchema
  .pick({ name: true, type: true, role: true, yes: true, no: true, outliers: true })
  .extend({
    /** What the column is called in the file. */
    header: z.string(),
  });

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
  /** How the first file of people was read, in its order, so that a further one is read alike. */
  file: z.array(fileColumnSchema).exactOptional(),
});

export type StudyLabels = z.output<typeof studyLabelsSchema>;

/** @param headers what the columns are called in the draft's file */
export function labelsOf(draft: StudyDraft, headers: readonly string[]): StudyLabels {
  const days = draft.settings.deadlineDays.trim();
  const columns = draft.people?.columns ?? [];
  return {
    v: 1,
    columns: columns.filter(isFeature).map(labelsOfColumn),
    deadlineDays: days === "" ? null : Number(days),
    ...(columns.length > 0 && { file: inFileOrder(columns).map((column) => fileColumn(column, headers)) }),
  };
}

function fileColumn(column: ColumnChoice, headers: readonly string[]): z.output<typeof fileColumnSchema> {
  const { source, name, type, role, yes, no, outliers } = column;
  return { header: headers[source] ?? name, name: name.trim(), type, role, yes, no, outliers };
}
