import { readCell } from "./cells/read-cell.ts";
import type { ColumnChoice } from "./draft.ts";
import type { NumberFacts, PeopleReading, ReadColumn } from "./reading.ts";

/** A column's reading, as the operator chose it. */

type Chosen = Pick<ColumnChoice, "source" | "type" | "notation" | "sign">;

/** Returns the column's numbers; null unless most of its cells are numbers in its notation. */
export function numbersOf(reading: PeopleReading, column: Chosen): NumberFacts | null {
  const found = reading.columns[column.source]?.numbers ?? [];
  return found.find(({ notations }) => notations.includes(column.notation)) ?? null;
}

/**
 * Returns the column's cells as rules and labels hold them, the most frequent first; empty if there are too many
 * different ones.
 */
export function wordsOf(reading: PeopleReading, column: Chosen): ReadColumn["words"] {
  const counts = new Map<string, number>();
  for (const { word, count } of reading.columns[column.source]?.words ?? []) {
    const cell = readCell(word, column);
    if (cell !== null) counts.set(cell, (counts.get(cell) ?? 0) + count);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word, count]) => ({ word, count }));
}
