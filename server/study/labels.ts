import { z } from "zod";
import { columnChoiceSchema } from "./draft.ts";

const fileColumnSchema = columnChoiceSchema
  .pick({
    name: true,
    type: true,
    notation: true,
    sign: true,
    role: true,
    chanceUnit: true,
    yes: true,
    no: true,
    outliers: true,
    cuts: true,
  })
  .extend({
    /** The column's name in the file. */
    header: z.string(),
  });

/**
 * The decision, readable names, units and code labels of a study's columns, and the operator's usual deadline; in no
 * log entry.
 */
export const studyLabelsSchema = z.strictObject({
  v: z.literal(1),
  /** "who gets a small loan" */
  decision: z.string(),
  columns: z.array(
    z.strictObject({
      /** As in the settings. */
      name: z.string(),
      label: z.string(),
      unit: z.string(),
      /** A number of days that is shown as a date. */
      isDate: z.boolean(),
      words: z.array(z.strictObject({ word: z.string(), label: z.string() })),
    }),
  ),
  deadlineDays: z.int().min(1).nullable(),
  /** How the first file of people was read, in its order, so that a further one is read in the same way. */
  file: z.array(fileColumnSchema),
});

export type FileColumn = z.output<typeof fileColumnSchema>;
export type StudyLabels = z.output<typeof studyLabelsSchema>;
