import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { columnLimit } from "#server/study/file-limits.ts";
import { formatChoicesSchema } from "#server/study/reading.ts";
import { sourceSchema } from "#server/study/source-schema.ts";

const sources = z.array(sourceSchema.nullable()).max(columnLimit);
const words = z.array(textSchema(200)).max(200);

/** The operator's decisions about a further file of people: where it holds the columns that the study already has. */
export const furtherChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** For each column of the study, the file's column; null: not found. */
  columns: sources,
  /** For each identifier column of the study, the file's column; null: not in this file. */
  identifiers: sources,
  /** For each group column of the study, the file's column; null: not in this file. */
  groups: sources,
  /** The people's outcomes, if the file has them. They are sealed. */
  outcome: z.strictObject({ source: sourceSchema, yes: words, no: words }).nullable(),
  /** Continue without the rows that have an error. */
  withoutErrors: z.boolean(),
});

export type FurtherChoices = z.output<typeof furtherChoicesSchema>;
