import type { ReadColumn } from "#server/draft/reading.ts";

const email = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i;
/** Two to four words with a capital each, as "Ada Lovelace" or "Lovelace, Ada". */
const fullName = /^\p{Lu}[\p{L}'’.-]+(?:,? \p{Lu}[\p{L}'’.-]*){1,3}$/u;
const fewestNames = 5;
const nameShare = 0.8;

/** What the cells of a column seem to be, where that speaks against showing them. */
export function contentsOf(cells: readonly string[], distinct: number): ReadColumn["contents"] {
  if (cells.some((cell) => email.test(cell))) return "e-mails";
  const isVaried = distinct >= fewestNames && distinct >= nameShare * cells.length;
  if (!isVaried) return null;
  return cells.filter((cell) => fullName.test(cell)).length >= nameShare * cells.length ? "names" : null;
}
