import type { ReadColumn } from "#server/study/reading.ts";

/** Bounded, so that a long cell takes no longer than its length. */
const email = /[^\s@]@[^\s@]{1,100}\.[a-z]{2,}/i;
/** Two to four words with a capital each, as "Ada Lovelace" or "Lovelace, Ada". */
const fullName = /^\p{Lu}[\p{L}'’.-]+(?:,? \p{Lu}[\p{L}'’.-]*){1,3}$/u;
const longestName = 80;
const fewestNames = 5;
const nameShare = 0.8;

/** What the cells of a column seem to be, where that speaks against showing them. */
export function contentsOf(cells: readonly string[], distinct: number): ReadColumn["contents"] {
  if (cells.some((cell) => email.test(cell))) return "e-mails";
  const isVaried = distinct >= fewestNames && distinct >= nameShare * cells.length;
  if (!isVaried) return null;
  return cells.filter((cell) => cell.length <= longestName && fullName.test(cell)).length >=
    nameShare * cells.length
    ? "names"
    : null;
}
