import * as t from "#messages/files.ts";
import { formatSize } from "#server/format.ts";
import { messageKey } from "#server/locale.ts";
import { byteLimit, columnLimit, rowLimit } from "#server/study/file-limits.ts";
import type { PeopleReading, TextFormat } from "#server/study/reading.ts";

const delimiters = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

export function delimiterWords(delimiter: TextFormat["delimiter"]): string {
  return t.delimiter({ delimiter: delimiters[delimiter] });
}

export function encodingWords(encoding: TextFormat["encoding"]): string {
  return t.encodingName({ encoding: messageKey(encoding) });
}

/** Describes a file of people: "100,000 people, 12 columns, comma, UTF-8". */
export function tableInWords({ rowCount, columns, format }: PeopleReading): string {
  const how =
    "sheet" in format
      ? t.sheetOf({ sheet: format.sheet })
      : `${t.separatedBy({ delimiter: delimiters[format.delimiter] })}, ${encodingWords(format.encoding)}`;
  return t.tableFacts({ people: rowCount, columns: columns.length, how });
}

/** Format and size of the files that can be uploaded. */
export function fileNote(): string {
  return t.fileNote({ rows: rowLimit, columns: columnLimit, size: formatSize(byteLimit) });
}
