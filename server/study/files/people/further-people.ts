import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { columnLimit, sourceSchema } from "#server/study/file-limits.ts";
import { formatChoicesSchema } from "#server/study/reading.ts";

const sources = z.array(sourceSchema.nullable()).max(columnLimit);
const words = z.array(textSchema(200)).max(200);

/** What an operator decides about a further file of people: where it holds the columns that the study has already. */
export const furtherChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** For each column of the study, the one of the file; null: not found. */
  columns: sources,
  /** The same for the study's identifier columns; null: not in this file. */
  identifiers: sources,
  /** What became of the people, if the file says so. It is sealed. */
  outcome: z.strictObject({ source: sourceSchema, yes: words, no: words }).nullable(),
  /** Go on without the rows that have an error. */
  withoutErrors: z.boolean(),
});

export type FurtherChoices = z.output<typeof furtherChoicesSchema>;
