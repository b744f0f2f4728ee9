import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { guessReading } from "./guess-reading.ts";

/** The summary of a column that the operator sees before deciding about it. */
export type ColumnSummary = {
  readonly name: string;
  readonly guess: ColumnReading;
  /** The number of different cells, not counting empty ones. */
  readonly distinct: number;
  /** The number of empty cells. */
  readonly missing: number;
  /** The first different cells, shortened. */
  readonly examples: readonly string[];
};

const exampleCount = 5;
const exampleLength = 80;

/** @param isNumeric whether the file stores numbers of the column as such, so that their decimal mark is a point */
export function summariseColumn(
  name: string,
  index: number,
  rows: readonly (readonly (string | null)[])[],
  isNumeric: boolean,
): ColumnSummary {
  const cells = new Set<string>();
  let missing = 0;
  for (const row of rows) {
    const cell = row[index] ?? null;
    if (cell === null) {
      missing += 1;
    } else {
      cells.add(cell);
    }
  }
  const words = [...cells];
  const guessed = guessReading(words, rows.length - missing);
  const guess = isNumeric && guessed.notation === "unclear" ? plainReading("number") : guessed;
  const examples = words.slice(0, exampleCount).map(shortened);
  return { name, guess, distinct: cells.size, missing, examples };
}

function shortened(cell: string): string {
  return cell.length > exampleLength ? `${cell.slice(0, exampleLength)}…` : cell;
}
