import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import { rowLimit } from "#server/study/file-limits.ts";
import type { FormatChoices, ReadingWarning, TextFormat, WorkbookFormat } from "#server/study/reading.ts";
import { refuse } from "../limits.ts";
import type { UnreadCell } from "../workbooks/unread-cells.ts";
import { isWorkbook, readWorkbook } from "../workbooks/workbook.ts";
import { type ColumnSummary, summariseColumn } from "./column-summary.ts";
import { formatOf } from "./detect-format.ts";
import { decodeFile, refuseSize } from "./encoding.ts";
import { chosenHeader } from "./header.ts";
import { ProblemList, type Wrong } from "./problem-list.ts";
import { collectRows, type FileRow } from "./rows.ts";

/** A file of people before any decision about its columns. */
export type PeopleFile = {
  readonly format: TextFormat | WorkbookFormat;
  readonly columns: readonly ColumnSummary[];
  /** One row for each person, one cell for each column: trimmed, null where empty. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** The row numbers as a spreadsheet counts them, including header and empty lines. */
  readonly rowNumbers: readonly number[];
  /** Problems that must be corrected before an import. */
  readonly problems: readonly InputProblem[];
  readonly wrong: Wrong;
  /** Cells of a workbook that have no value, a problem unless their column is ignored. */
  readonly unread: Iterable<UnreadCell>;
  /** Problems that were corrected here and should be checked. */
  readonly warnings: readonly ReadingWarning[];
  /** Empty lines before the last person. */
  readonly skippedEmptyLines: number;
};

/**
 * Reads a file of people as it is: a sheet of a workbook, or a text in any of the usual encodings and delimiters, with
 * or without header and empty lines. White space around a cell, as String.trim defines it, is dropped, inside and
 * outside of quotes.
 *
 * @param choices the operator's corrections of what was detected
 * @throws DomainError "bad-input" if the file as a whole cannot be read; what is wrong with single rows is in
 *   `problems`
 */
export function readPeople(bytes: Uint8Array, choices: FormatChoices = {}): PeopleFile {
  const { format, records, unread, numeric, warnings, skippedEmptyLines } = isWorkbook(bytes)
    ? readSheet(bytes, choices)
    : readText(bytes, choices);
  const header = format.hasHeader ? records.shift() : undefined;
  const [first] = records;
  if (first === undefined) {
    refuse({ message: t.noRows({ hasHeader: header !== undefined }) });
  }
  const count = header?.cells.length ?? mostFrequentLength(records.map(({ cells }) => cells.length));
  const names = nameColumns(header?.cells.map((cell) => cell ?? "") ?? null, count, header?.row ?? first.row);
  const problems = new ProblemList();
  const rows = records.map(({ cells, row }) => {
    if (cells.length !== count) {
      const isFew = cells.length < count;
      problems.add(
        () => ({ row, message: t.wrongCount({ row, found: cells.length, isFew, expected: count }) }),
        row,
      );
    }
    return cells.length === count ? cells : Array.from({ length: count }, (_, index) => cells[index] ?? null);
  });
  return {
    format,
    columns: names.names.map((name, index) => summariseColumn(name, index, rows, numeric.has(index))),
    rows,
    rowNumbers: records.map(({ row }) => row),
    problems: problems.all(),
    wrong: problems.wrong(),
    unread,
    warnings: [...names.warnings, ...warnings],
    skippedEmptyLines,
  };
}

type Table = {
  readonly format: PeopleFile["format"];
  /** All filled rows, including a header. */
  readonly records: FileRow[];
  readonly unread: Iterable<UnreadCell>;
  /** Columns with numbers that are stored as such. */
  readonly numeric: ReadonlySet<number>;
  readonly warnings: readonly ReadingWarning[];
  readonly skippedEmptyLines: number;
};

function readText(bytes: Uint8Array, choices: FormatChoices): Table {
  const file = decodeFile(bytes, choices.encoding);
  const format = formatOf(file, choices);
  return { format, unread: [], numeric: new Set(), ...collectRows(file.text, format) };
}

const sampleRows = 200;

function readSheet(bytes: Uint8Array, choices: FormatChoices): Table {
  refuseSize(bytes);
  const { name: sheet, sheets, ...table } = readWorkbook(bytes, choices.sheet);
  const sample = table.records.slice(0, sampleRows).map(({ row, cells }) => {
    return { row, cells: cells.map((cell) => cell ?? "") };
  });
  const header = chosenHeader(sample, choices);
  if (table.records.length > rowLimit && !header.hasHeader) {
    refuse({ message: t.tooManyRows({ found: table.records.length, limit: rowLimit }) });
  }
  return { ...table, format: { ...header, sheet, sheets } };
}

function mostFrequentLength(lengths: readonly number[]): number {
  const frequencies = new Map<number, number>();
  for (const length of lengths) {
    frequencies.set(length, (frequencies.get(length) ?? 0) + 1);
  }
  const [most] = [...frequencies].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return most?.[0] ?? 0;
}

/**
 * Returns one name for each column, all different: `column 3` where the header is empty or missing, `name (2)` where it
 * repeats one.
 *
 * @param header its cells, or null for a file without header
 * @param row    the row of the header
 */
function nameColumns(
  header: readonly string[] | null,
  count: number,
  row: number,
): { readonly names: string[]; readonly warnings: ReadingWarning[] } {
  const warnings: ReadingWarning[] = [];
  const given = Array.from({ length: count }, (_, index) => header?.[index]?.trim() ?? "");
  const taken = new Set(given);
  const met = new Set<string>();
  const names = given.map((name, index) => {
    if (name !== "" && !met.has(name)) {
      met.add(name);
      return name;
    }
    const unique = firstFree(name === "" ? `column ${index + 1}` : name, taken);
    if (header !== null) {
      const kind = name === "" ? "noName" : "sameName";
      warnings.push({ kind, row, column: index + 1, name: unique });
    }
    return unique;
  });
  return { names, warnings };
}

/** Returns the name itself or with the first number from 2 on that makes it new, and adds it to the taken names. */
function firstFree(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    free = `${name} (${number})`;
  }
  taken.add(free);
  return free;
}
