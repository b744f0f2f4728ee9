import { readCell } from "./cells/read-cell.ts";
import type { ColumnChoice } from "./draft.ts";
import type { NumberFacts, PeopleReading, ReadColumn } from "./reading.ts";

/** What was found in a column of the file, as the operator says that it is read. */

type Chosen = Pick<ColumnChoice, "source" | "type" | "notation" | "sign">;

/** null unless most of its cells are numbers in its notation. */
export function numbersOf(reading: PeopleReading, column: Chosen): NumberFacts | null {
  const found = reading.columns[column.source]?.numbers ?? [];
  return found.find(({ notations }) => notations.includes(column.notation)) ?? null;
}

/** Its cells as rules and labels know them, the most frequent first; empty if there are too many different ones. */
export function wordsOf(reading: PeopleReading, column: Chosen): ReadColumn["words"] {
  const counts = new Map<string, number>();
  for (const { word, count } of reading.columns[column.source]?.words ?? []) {
    const cell = readCell(word, column);
    if (cell !== null) counts.set(cell, (counts.get(cell) ?? 0) + count);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word, count]) => ({ word, count }));
}
