import * as t from "#messages/fileProblems.ts";
import type { InputProblem } from "#server/errors.ts";
import type { FormatChoices, ReadingWarning } from "#server/study/reading.ts";
import { nameColumns } from "./column-names.ts";
import { type ColumnSummary, summariseColumn } from "./column-summary.ts";
import { type FileFormat, formatOf } from "./detect-format.ts";
import { decodeFile } from "./encoding.ts";
import { refuse } from "./limits.ts";
import { ProblemList, type Wrong } from "./problem-list.ts";
import { collectRows } from "./rows.ts";

/** A file of people before any decision about its columns. */
export type PeopleFile = {
  readonly format: FileFormat;
  readonly columns: readonly ColumnSummary[];
  /** One row for each person, one cell for each column: trimmed, null where empty. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** The row numbers as a spreadsheet counts them, including header and empty lines. */
  readonly rowNumbers: readonly number[];
  /** Problems that must be corrected before an import. */
  readonly problems: readonly InputProblem[];
  readonly wrong: Wrong;
  /** Problems that were corrected here and should be checked. */
  readonly warnings: readonly ReadingWarning[];
  /** Empty lines before the last person. */
  readonly skippedEmptyLines: number;
};

/**
 * Reads a file of people as it is: any of the usual encodings and delimiters, with or without header and empty lines.
 * White space around a cell, as String.trim defines it, is dropped, inside and outside of quotes.
 *
 * @param choices the operator's corrections of what detectFormat guessed
 * @throws DomainError "bad-input" if the file as a whole cannot be read; what is wrong with single rows is in
 *   `problems`
 */
export function readPeople(bytes: Uint8Array, choices: FormatChoices = {}): PeopleFile {
  const file = decodeFile(bytes, choices.encoding);
  const format = formatOf(file, choices);
  const { records, warnings, skippedEmptyLines } = collectRows(file.text, format);
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
    columns: names.names.map((name, index) => summariseColumn(name, index, rows)),
    rows,
    rowNumbers: records.map(({ row }) => row),
    problems: problems.all(),
    wrong: problems.wrong(),
    warnings: [...names.warnings, ...warnings],
    skippedEmptyLines,
  };
}

function mostFrequentLength(lengths: readonly number[]): number {
  const frequencies = new Map<number, number>();
  for (const length of lengths) {
    frequencies.set(length, (frequencies.get(length) ?? 0) + 1);
  }
  const [most] = [...frequencies].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return most?.[0] ?? 0;
}
