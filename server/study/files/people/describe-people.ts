import { numberNotations } from "#server/study/cells/notation.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import type { PeopleFile } from "#server/study/files/reading/read-people.ts";
import type { NumberFacts, PeopleReading, ReadColumn } from "#server/study/reading.ts";

const previewRows = 8;
const previewLength = 60;
const wordLimit = 200;
/** A column is described as numbers if at least this share of its filled cells are numbers. */
const numberShare = 0.5;
/** The first cells of a column decide whether reading all of them in a notation is worthwhile. */
const sampleSize = 1_000;
const sampleShare = 0.1;
/** An extreme value is pointed out if its distance from the middle half is this many times that half's width. */
const outlierDistance = 10;

/** Returns what the operator sees of a file before deciding about its columns. */
export function describePeople(file: PeopleFile): PeopleReading {
  const { format, rows, rowNumbers, warnings, skippedEmptyLines } = file;
  return {
    format,
    rowCount: rows.length,
    skippedEmptyLines,
    columns: file.columns.map(({ name, guess, distinct, missing, examples }, index): ReadColumn => {
      const cells = rows.flatMap((row) => row[index] ?? []);
      return {
        name,
        guess,
        contents: contentsOf(cells, distinct),
        distinct,
        missing,
        examples: [...examples],
        words: distinct <= wordLimit ? countWords(cells) : [],
        numbers: describeNumbers(cells, guess.sign),
      };
    }),
    preview: rows.slice(0, previewRows).map((cells, index) => ({
      row: rowNumbers[index] ?? index + 1,
      cells: cells.map((cell) => (cell === null ? null : shortened(cell))),
    })),
    warnings: warnings.slice(0, 100),
  };
}

/** Counts words, the most frequent first. Words too long for a label's key are left out. */
function countWords(cells: readonly string[]): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts]
    .filter(([word]) => word.length <= 200)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word, count]) => ({ word, count }));
}

/**
 * Describes the numbers in each notation in which most cells are numbers; notations that give the same numbers are
 * grouped.
 */
function describeNumbers(cells: readonly string[], sign: string): NumberFacts[] {
  const found = new Map<string, NumberFacts>();
  for (const notation of numberNotations) {
    const read = (some: readonly string[]) =>
      some.flatMap((cell) => readCell(cell, { type: "number", notation, sign }) ?? []);
    const sample = cells.slice(0, sampleSize);
    if (read(sample).length < sampleShare * sample.length) continue;
    const facts = factsOf(read(cells), cells.length);
    if (facts === null) continue;
    const key = JSON.stringify(facts);
    found.set(key, { ...facts, notations: [...(found.get(key)?.notations ?? []), notation] });
  }
  return [...found.values()];
}

function factsOf(numbers: readonly string[], filledCount: number): Omit<NumberFacts, "notations"> | null {
  if (numbers.length === 0 || numbers.length < numberShare * filledCount) return null;
  const sorted = numbers
    .map((text) => ({ text, value: Number(text) }))
    .sort((a, b) => a.value - b.value)
    .map(({ text }) => text);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? "";
  return {
    smallest: at(0),
    median: at(0.5),
    largest: at(1),
    percentiles: Array.from({ length: 99 }, (_, index) => at((index + 1) / 100)),
    otherCount: filledCount - numbers.length,
    oddEnd: oddEnd(Number(at(0)), Number(at(0.25)), Number(at(0.75)), Number(at(1))),
  };
}

/** Points out an extreme value; it may still be right. */
function oddEnd(smallest: number, lower: number, upper: number, largest: number): NumberFacts["oddEnd"] {
  const width = upper - lower;
  if (width === 0) return null;
  if (largest - upper > outlierDistance * width) return "largest";
  return lower - smallest > outlierDistance * width ? "smallest" : null;
}

function shortened(cell: string): string {
  return cell.length > previewLength ? `${cell.slice(0, previewLength)}…` : cell;
}

/** Bounded, so that the time for a long cell stays proportional to its length. */
const email = /[^\s@]@[^\s@]{1,100}\.[a-z]{2,}/i;
/** Two to four capitalised words, such as "Ada Lovelace" or "Lovelace, Ada". */
const fullName = /^\p{Lu}[\p{L}'’.-]+(?:,? \p{Lu}[\p{L}'’.-]*){1,3}$/u;
const longestName = 80;
const fewestNames = 5;
const nameShare = 0.8;

/** Guesses the contents of a column where they are a reason against showing it. */
function contentsOf(cells: readonly string[], distinct: number): ReadColumn["contents"] {
  if (cells.some((cell) => email.test(cell))) return "e-mails";
  const isVaried = distinct >= fewestNames && distinct >= nameShare * cells.length;
  if (!isVaried) return null;
  return cells.filter((cell) => cell.length <= longestName && fullName.test(cell)).length >=
    nameShare * cells.length
    ? "names"
    : null;
}
