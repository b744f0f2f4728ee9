import { guessReading } from "./guess-reading.ts";
import type { FileRecord } from "./records.ts";

/** Whether the first record names the columns, and the sentence that says why. */
export type HeaderGuess = { readonly hasHeader: boolean; readonly headerReason: string };

/**
 * Guesses whether the first record is a header by comparing each of its cells with the cells below. Words above numbers
 * or above repeated words are names. A number above numbers, or a word that is repeated below, is a value.
 *
 * @param records the first records of the file, without empty ones
 */
export function guessHeader(records: readonly FileRecord[]): HeaderGuess {
  const [first, ...below] = records;
  if (first === undefined) {
    return { hasHeader: false, headerReason: "The file has no row." };
  }
  const votes = first.cells.map((cell, index) =>
    vote(
      cell.trim(),
      below.map(({ cells }) => (cells[index] ?? "").trim()),
    ),
  );
  const sum = votes.reduce((total, { weight }) => total + weight, 0);
  const strongest = (sign: number) => votes.findIndex(({ weight }) => weight * sign === 2);
  if (sum > 0) {
    return { hasHeader: true, headerReason: reason(first, votes, strongest(1), "names the columns") };
  }
  if (sum < 0) {
    return {
      hasHeader: false,
      headerReason: reason(first, votes, strongest(-1), "is a person like the others"),
    };
  }
  return guessByNames(first.cells.map((cell) => cell.trim()));
}

type Vote = { readonly weight: -2 | 0 | 1 | 2; readonly why: string };

const isNumber = (cell: string) => guessReading([cell], 1).type === "number";

function vote(top: string, column: readonly string[]): Vote {
  const filled = column.filter((cell) => cell !== "");
  if (top === "" || filled.length === 0) {
    return { weight: 0, why: "" };
  }
  const distinct = new Set(filled);
  if (filled.every(isNumber)) {
    return isNumber(top)
      ? { weight: -2, why: "is a number like those below it" }
      : { weight: 2, why: "stands above numbers" };
  }
  if (distinct.has(top)) {
    return { weight: -2, why: "comes back below" };
  }
  return {
    weight: distinct.size * 2 <= filled.length ? 1 : 0,
    why: "stands above words that keep coming back",
  };
}

function reason({ cells, row }: FileRecord, votes: readonly Vote[], strongest: number, what: string): string {
  const index = strongest >= 0 ? strongest : votes.findIndex(({ weight }) => weight !== 0);
  return `Row ${row} ${what}: “${shown(cells[index] ?? "")}” in column ${index + 1} ${votes[index]?.why ?? ""}.`;
}

function guessByNames(cells: readonly string[]): HeaderGuess {
  const areNames =
    cells.every((cell) => cell !== "" && !isNumber(cell)) && new Set(cells).size === cells.length;
  return areNames
    ? {
        hasHeader: true,
        headerReason: "Every cell of the first row is filled, different from the others and no number.",
      }
    : { hasHeader: false, headerReason: "The first row has empty cells, numbers or the same cell twice." };
}

function shown(cell: string): string {
  const trimmed = cell.trim();
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed;
}
