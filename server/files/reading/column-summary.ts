import { looksLikeCode, normaliseNumber } from "./numbers.ts";

export type ColumnType = "number" | "category" | "text";

/** What the operator sees of a column before deciding about it. */
export type ColumnSummary = {
  readonly name: string;
  readonly guessedType: ColumnType;
  /** Different cells, empty ones not counted. */
  readonly distinct: number;
  /** Empty cells. */
  readonly missing: number;
  /** The first different cells, shortened. */
  readonly examples: readonly string[];
  /** The outermost cells of a number column, where typing errors show; null for other columns. */
  readonly range: { readonly smallest: string; readonly largest: string } | null;
};

const exampleCount = 5;
const exampleLength = 80;
/** A category is a small set of words, or a set whose words come back often. */
const fewWords = 20;
const manyWords = 200;
const timesEach = 5;

export function summarise(
  name: string,
  index: number,
  rows: readonly (readonly (string | null)[])[],
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
  const guessedType = guessType(words, rows.length - missing);
  const examples = words.slice(0, exampleCount).map(shortened);
  const range = guessedType === "number" ? rangeOf(words) : null;
  return { name, guessedType, distinct: cells.size, missing, examples, range };
}

function guessType(words: readonly string[], filledCount: number): ColumnType {
  if (words.length === 0) {
    return "text";
  }
  if (words.every((word) => normaliseNumber(word) !== null && !looksLikeCode(word))) {
    return "number";
  }
  const isSmall = words.length <= fewWords && words.length < filledCount;
  return isSmall || (words.length <= manyWords && words.length * timesEach <= filledCount)
    ? "category"
    : "text";
}

function rangeOf(numbers: readonly string[]): { smallest: string; largest: string } {
  return {
    smallest: numbers.reduce((a, b) => (Number(b) < Number(a) ? b : a)),
    largest: numbers.reduce((a, b) => (Number(b) > Number(a) ? b : a)),
  };
}

function shortened(cell: string): string {
  return cell.length > exampleLength ? `${cell.slice(0, exampleLength)}…` : cell;
}
