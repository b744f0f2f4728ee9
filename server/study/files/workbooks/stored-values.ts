import { dayLength } from "#server/study/cells/day-length.ts";

const lastSerial = 2_958_465;
/** The year 1900 was no leap year, but day 60 of Excel is its 29 February; the days before it count from a day later. */
const excelLeapDay = 60;

/**
 * Returns a number that a sheet shows as a date: "2024-02-29", with the time of day if there is one, or the time alone;
 * null if there is no such date.
 */
export function serialToText(serial: number, is1904: boolean): string | null {
  if (serial < 0 || serial >= lastSerial + 1) return null;
  const seconds = Math.round(serial * 86_400);
  const day = Math.floor(seconds / 86_400);
  const rest = seconds - day * 86_400;
  const time = new Date(rest * 1_000).toISOString().slice(11, 19);
  if (serial < 1) return time;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < excelLeapDay ? 31 : 30);
  const date = new Date(first + day * dayLength).toISOString().slice(0, 10);
  return rest === 0 ? date : `${date} ${time}`;
}

/** Returns a date in ISO 8601 in the same form as {@link serialToText}. */
export function isoToText(text: string): string {
  return text
    .replace(/Z$/, "")
    .replace(/T00:00:00(?:\.0+)?$/, "")
    .replace("T", " ");
}

/** The formats of dates and times that Excel does not write into the file. */
const builtIn = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Checks whether a format shows a number as a date or a time of day. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.some(([first, last]) => id >= first && id <= last);
  const [first = ""] = code.replace(/"[^"]*"|\\.|[_*]./g, "").split(";");
  // Hours beyond a day are a duration, which stays a number.
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return false;
  return /[ymdhs]/i.test(first.replace(/\[[^\]]*\]/g, "").replace(/general/i, ""));
}

/** Spreadsheets show at most this many digits: of 0.1 + 0.2 they store 0.30000000000000004 and show 0.3. */
const shownDigits = 15;

/** Writes a stored number as the shortest decimal of the digits that a spreadsheet can show. */
export function plainNumber(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(shownDigits))) : value;
}
