import { z } from "zod";
import { sourceSchema } from "#server/draft/file-limits.ts";
import { meaningSchema, wordLimit } from "#server/draft/outcome-words.ts";
import { formatChoicesSchema } from "#server/draft/reading.ts";
import { textSchema } from "#server/log/text.ts";

/** What an operator decides about a file of outcomes: which column names the person, which the outcome, what words mean. */
export const outcomesChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** `identifier` counts the study's identifier columns from 0; null: the pseudonym of the log. */
  person: z.strictObject({ source: sourceSchema, identifier: sourceSchema.nullable() }).nullable(),
  outcome: sourceSchema.nullable(),
  /** Rows with another word are refused. */
  meanings: z.array(z.strictObject({ word: textSchema(200), means: meaningSchema })).max(wordLimit),
});

export type OutcomesChoices = z.output<typeof outcomesChoicesSchema>;
