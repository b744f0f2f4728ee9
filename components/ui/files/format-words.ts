import { formatCount, formatNumber, formatSize } from "#server/format.ts";
import { byteLimit, columnLimit, rowLimit } from "#server/study/file-limits.ts";
import type { PeopleReading } from "#server/study/reading.ts";

type Format = PeopleReading["format"];

export const delimiterWords: Record<Format["delimiter"], string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

export const encodingWords: Record<Format["encoding"], string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 (little-endian)",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Western European (windows-1252)",
};

/** Describes a file of people: "100,000 people, 12 columns, comma, UTF-8". */
export function tableInWords({ rowCount, columns, format }: PeopleReading): string {
  const people = `${formatCount(rowCount, "person", "people")}`;
  const width = `${formatCount(columns.length, "column")}`;
  return `${people}, ${width}, ${delimiterWords[format.delimiter].toLowerCase()}, ${encodingWords[format.encoding]}`;
}

/** Largest file: "100,000 rows, 200 columns, 20 MB". */
export const largestTable = `${formatNumber(rowLimit)} rows, ${columnLimit} columns, ${formatSize(byteLimit)}`;
