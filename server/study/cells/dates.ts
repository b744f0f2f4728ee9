import { dayLength } from "./day-length.ts";
import type { DateNotation } from "./notation.ts";

type Parts = { readonly year: number; readonly month: number; readonly day: number };

/** A time of day that may follow a date in exports. The date is taken as written, whatever the zone. */
const timeOfDay = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?Z| ?[+-]\d{2}:?\d{2})?$/;

/**
 * Returns the days since 1 January 1970 of a date written in numbers or with an English month; null if there is no such
 * day.
 */
export function readDay(cell: string, notation: DateNotation): string | null {
  if (cell.length > 40) return null;
  const date = cell.replace(timeOfDay, "");
  const parts = partsInNumbers(date, notation) ?? partsWithMonth(date);
  return parts === null ? null : dayNumber(parts);
}

function partsInNumbers(date: string, notation: DateNotation): Parts | null {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (yearFirst !== null) {
    const [, year, , month, day] = yearFirst.map(Number);
    return notation === "year-first" ? partsOf(year, month, day) : null;
  }
  const yearLast = /^(\d{1,2})([-/]|\. ?)(\d{1,2})\2(\d{4})$/.exec(date);
  if (yearLast === null || notation === "year-first") return null;
  const [, first, , second, year] = yearLast.map(Number);
  if (notation === "day-first") return partsOf(year, second, first);
  // A date with points never has the month first.
  return yearLast[2]?.startsWith(".") ? null : partsOf(year, first, second);
}

/** Reads a date with a month in letters; every order gives the same date. */
function partsWithMonth(date: string): Parts | null {
  const [, day, month, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-] ?([A-Za-z]{3,9})[ .,-] ?(\d{4})$/.exec(date) ?? [];
  if (month !== undefined) return partsOf(Number(year), monthNumber(month), Number(day));
  const [, first, second, third] = /^([A-Za-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(date) ?? [];
  return first === undefined ? null : partsOf(Number(third), monthNumber(first), Number(second));
}

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** Returns the month from 1; 0 if the word is not a month. */
function monthNumber(word: string): number {
  const lower = word.toLowerCase();
  return months.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1;
}

function partsOf(year = 0, month = 0, day = 0): Parts {
  return { year, month, day };
}

function dayNumber({ year, month, day }: Parts): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere && year >= 1000 ? String(date.getTime() / dayLength) : null;
}
