import type * as t from "#messages/fileProblems.ts";
import { readDay } from "./dates.ts";
import { isDate, type Notation, type NumberNotation } from "./notation.ts";
import { readNumber } from "./numbers.ts";
import type { ColumnReading } from "./reading-schema.ts";
import { readYesNo } from "./yes-no.ts";

/**
 * Converts a filled cell into the value that the learner, auditors and the record get. It is the only place that does
 * so.
 *
 * @returns null if the cell does not fit the column's reading
 */
export function readCell(cell: string, { type, notation, sign }: ColumnReading): string | null {
  if (type !== "number") return notation === "yes-no" ? readYesNo(cell) : cell;
  const read = readNumberIn(cell, notation);
  return read !== null && isExpectedSign(read.sign, sign) ? read.value : null;
}

/** Reads a number or a date, with or without a unit sign. */
export function readNumberIn(cell: string, notation: Notation): { value: string; sign: string } | null {
  if (notation === "point" || notation === "comma") return readNumber(cell, notation);
  if (notation !== "day-first" && notation !== "month-first" && notation !== "year-first") return null;
  const value = readDay(cell, notation);
  return value === null ? null : { value, sign: "" };
}

/** Checks the sign of a cell. A sum may lack its currency, but a 5 among percentages could be 5 % or 500 %. */
function isExpectedSign(found: string, expected: string): boolean {
  return found === expected || (found === "" && expected !== "%");
}

/** What was expected in a cell that cannot be read, as messages take it. */
export type ExpectedCell = Pick<Parameters<typeof t.wrongCell>[0], "expected" | "example">;

export function expectedCell({ type, notation, sign }: ColumnReading): ExpectedCell {
  if (type !== "number") return { expected: "yesNo", example: "" };
  const number = notation in examples ? examples[notation as NumberNotation] : "";
  const example = `${number}${sign && ` ${sign}`}`;
  if (sign === "%") return { expected: "percentage", example };
  return { expected: isDate({ notation }) ? "date" : "number", example };
}

/** One example of each notation, as it is written. */
export const examples: Record<NumberNotation, string> = {
  point: "1,234.5",
  comma: "1.234,5",
  "day-first": "31/12/2025",
  "month-first": "12/31/2025",
  "year-first": "2025-12-31",
};
