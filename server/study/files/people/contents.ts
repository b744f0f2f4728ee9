import type { ReadColumn } from "#server/study/reading.ts";

/** Bounded, so that the time for a long cell stays proportional to its length. */
const email = /[^\s@]@[^\s@]{1,100}\.[a-z]{2,}/i;
/** Two to four capitalised words, such as "Ada Lovelace" or "Lovelace, Ada". */
const fullName = /^\p{Lu}[\p{L}'’.-]+(?:,? \p{Lu}[\p{L}'’.-]*){1,3}$/u;
const longestName = 80;
const fewestNames = 5;
const nameShare = 0.8;

/** Guesses the contents of a column where they are a reason against showing it. */
export function contentsOf(cells: readonly string[], distinct: number): ReadColumn["contents"] {
  if (cells.some((cell) => email.test(cell))) return "e-mails";
  const isVaried = distinct >= fewestNames && distinct >= nameShare * cells.length;
  if (!isVaried) return null;
  return cells.filter((cell) => cell.length <= longestName && fullName.test(cell)).length >=
    nameShare * cells.length
    ? "names"
    : null;
}
