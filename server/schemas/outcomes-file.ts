import { z } from "zod";
import { formatChoicesSchema, type ReadColumn } from "#server/draft/reading.ts";
import { personIdPattern } from "#server/log/people.ts";
import { textSchema } from "#server/log/text.ts";

/** What an operator decides about a file of outcomes: which column names the person, which the outcome, what words mean. */

/** "none": nothing is known yet, so nothing is recorded. */
export const meaningSchema = z.enum(["yes", "no", "lost", "none"]);
export type Meaning = z.output<typeof meaningSchema>;

/** More different words than this are no outcomes: the wrong column was chosen. */
export const wordLimit = 50;

const source = z.int().min(0).max(199);

export const outcomesChoicesSchema = z.strictObject({
  format: formatChoicesSchema,
  /** `identifier` counts the study's identifier columns from 0; null: the pseudonym of the log. */
  person: z.strictObject({ source, identifier: z.int().min(0).max(199).nullable() }).nullable(),
  outcome: source.nullable(),
  /** Rows with another word are refused. */
  meanings: z.array(z.strictObject({ word: textSchema(200), means: meaningSchema })).max(wordLimit),
});

export type OutcomesChoices = z.output<typeof outcomesChoicesSchema>;

const guesses: Readonly<Record<Meaning, readonly string[]>> = {
  yes: ["yes", "y", "true", "good", "1"],
  no: ["no", "n", "false", "bad", "0"],
  lost: ["lost"],
  none: ["not yet", "will never be known"],
};
const digits = new Set(["0", "1"]);

/**
 * What the words of a column mean, as far as they say so themselves. Digits only if there are no others: with a 2 among
 * them, nobody knows which is the good one.
 */
export function guessMeanings(words: ReadColumn["words"]): OutcomesChoices["meanings"] {
  const hasOtherNumbers = words.some(({ word }) => /^[-+]?[\d.]+$/.test(word) && !digits.has(word));
  return words.slice(0, wordLimit).flatMap(({ word }) => {
    const lower = word.toLowerCase();
    if (hasOtherNumbers && digits.has(lower)) return [];
    const means = meaningSchema.options.find((meaning) => guesses[meaning].includes(lower));
    return means === undefined ? [] : [{ word, means }];
  });
}

const outcomeNames = new Set(["outcome", "outcomes", "result"]);
const pseudonymNames = new Set(["in the log", "pseudonym"]);

/**
 * The columns by their names, as the downloaded decisions have them; null where that is unclear.
 *
 * @param identifiers what the study calls its identifier columns
 */
export function guessChoices(
  columns: readonly ReadColumn[],
  identifiers: readonly string[],
): Pick<OutcomesChoices, "person" | "outcome" | "meanings"> {
  const found = columns.findIndex(({ name }) => outcomeNames.has(name.trim().toLowerCase()));
  const outcome = found < 0 ? null : found;
  const meanings = guessMeanings(columns[found]?.words ?? []);
  return { person: guessPerson(columns, identifiers), outcome, meanings };
}

function guessPerson(
  columns: readonly ReadColumn[],
  identifiers: readonly string[],
): OutcomesChoices["person"] {
  const named = columns.findIndex(({ name }) => pseudonymNames.has(name.trim().toLowerCase()));
  if (named >= 0) return { source: named, identifier: null };
  for (const [identifier, name] of identifiers.entries()) {
    const names = [name, `identifier ${identifier + 1}`];
    const source = columns.findIndex((column) => names.includes(column.name));
    if (source >= 0) return { source, identifier };
  }
  const alike = columns.findIndex(
    ({ examples }) => examples.length > 0 && examples.every((example) => personIdPattern.test(example)),
  );
  return alike < 0 ? null : { source: alike, identifier: null };
}
