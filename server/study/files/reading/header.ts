import type { FormatChoices, HeaderReason } from "#server/study/reading.ts";
import { guessReading } from "./guess-reading.ts";
import type { FileRecord } from "./records.ts";

/** Whether the first record names the columns, and why. */
export type HeaderGuess = { readonly hasHeader: boolean; readonly headerReason: HeaderReason };

type FirstRows = readonly Pick<FileRecord, "cells" | "row">[];

/** Returns the operator's choice, or a guess from the first records. */
export function chosenHeader(records: FirstRows, { hasHeader }: FormatChoices): HeaderGuess {
  return hasHeader === undefined ? guessHeader(records) : { hasHeader, headerReason: { why: "chosen" } };
}

/**
 * Guesses whether the first record is a header by comparing each of its cells with the cells below. Words above numbers
 * or above repeated words are names. A number above numbers, or a word that is repeated below, is a value.
 *
 * @param records the first records of the file, without empty ones
 */
function guessHeader(records: FirstRows): HeaderGuess {
  const [first, ...below] = records;
  if (first === undefined) return { hasHeader: false, headerReason: { why: "noNames" } };
  const votes = first.cells.map((cell, index) =>
    vote(
      cell.trim(),
      below.map(({ cells }) => (cells[index] ?? "").trim()),
    ),
  );
  const sum = votes.reduce((total, { weight }) => total + weight, 0);
  if (sum !== 0) return { hasHeader: sum > 0, headerReason: strongest(first, votes, Math.sign(sum)) };
  return guessByNames(first.cells.map((cell) => cell.trim()));
}

type Vote = { readonly weight: -2 | 0 | 1 | 2; readonly why: HeaderReason["why"] };

const isNumber = (cell: string) => guessReading([cell], 1).type === "number";

function vote(top: string, column: readonly string[]): Vote {
  const filled = column.filter((cell) => cell !== "");
  if (top === "" || filled.length === 0) {
    return { weight: 0, why: "noNames" };
  }
  const distinct = new Set(filled);
  if (filled.every(isNumber)) {
    return isNumber(top) ? { weight: -2, why: "number" } : { weight: 2, why: "aboveNumbers" };
  }
  if (distinct.has(top)) {
    return { weight: -2, why: "repeated" };
  }
  return { weight: distinct.size * 2 <= filled.length ? 1 : 0, why: "aboveWords" };
}

/** Returns the strongest vote of the side that won: 1 for a header, -1 for a person. */
function strongest({ cells, row }: FirstRows[number], votes: readonly Vote[], side: number): HeaderReason {
  const weight = Math.max(...votes.map((each) => each.weight * side));
  const index = votes.findIndex((each) => each.weight * side === weight);
  return {
    why: votes[index]?.why ?? "noNames",
    row,
    column: index + 1,
    cell: shown(cells[index] ?? ""),
  };
}

function guessByNames(cells: readonly string[]): HeaderGuess {
  const areNames =
    cells.every((cell) => cell !== "" && !isNumber(cell)) && new Set(cells).size === cells.length;
  return { hasHeader: areNames, headerReason: { why: areNames ? "names" : "noNames" } };
}

function shown(cell: string): string {
  const trimmed = cell.trim();
  return trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed;
}
