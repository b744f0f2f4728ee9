import { personIdPattern } from "#server/audit-log/pseudonyms.ts";
import { guessMeanings, type WordMeaning } from "./outcome-words.ts";
import type { ReadColumn } from "./reading.ts";

/** In a file of outcomes: the column that names the person, and the identifier it holds; null: the log's pseudonym. */
type PersonColumn = { source: number; identifier: number | null };

const outcomeNames = new Set(["outcome", "outcomes", "result"]);
const pseudonymNames = new Set(["in the log", "pseudonym"]);

/**
 * Finds the columns of a file of outcomes by their names, as in the downloaded decisions; null where that is unclear.
 *
 * @param identifiers the study's names of its identifier columns; null for the row of the file
 */
export function guessOutcomeColumns(
  columns: readonly ReadColumn[],
  identifiers: readonly (string | null)[],
): { person: PersonColumn | null; outcome: number | null; meanings: WordMeaning[] } {
  const found = columns.findIndex(({ name }) => outcomeNames.has(name.trim().toLowerCase()));
  const outcome = found < 0 ? null : found;
  const meanings = guessMeanings(columns[found]?.words ?? []);
  return { person: guessPerson(columns, identifiers), outcome, meanings };
}

function guessPerson(
  columns: readonly ReadColumn[],
  identifiers: readonly (string | null)[],
): PersonColumn | null {
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
