import { z } from "zod";
import { textSchema } from "#server/audit-log/text.ts";
import { meanings, wordLimit } from "#server/study/outcome-words.ts";
import { formatChoicesSchema } from "#server/study/reading.ts";
import { sourceSchema } from "#server/study/source-schema.ts";

/**
 * The operator's decisions about a file of outcomes: which column names the person, which the outcome, and what its
 * words mean.
 */
export const outcomesChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** `identifier` counts the study's identifier columns from 0; null: the pseudonym of the log. */
  person: z.strictObject({ source: sourceSchema, identifier: sourceSchema.nullable() }).nullable(),
  outcome: sourceSchema.nullable(),
  /** Rows with another word are rejected. */
  meanings: z.array(z.strictObject({ word: textSchema(200), means: z.enum(meanings) })).max(wordLimit),
});

export type OutcomesChoices = z.output<typeof outcomesChoicesSchema>;
