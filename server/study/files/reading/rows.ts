import * as t from "#messages/fileProblems.ts";
import { columnLimit, rowLimit } from "#server/study/file-limits.ts";
import type { ReadingWarning } from "#server/study/reading.ts";
import { cellLimit, problemLimit, refuse } from "../limits.ts";
import { type Dialect, type FileRecord, readRecords } from "./records.ts";

/** A record with trimmed cells, null where empty. */
export type FileRow = { readonly cells: readonly (string | null)[]; readonly row: number };

/**
 * Returns all rows of a text, including a header, without those that have no filled cell.
 *
 * @throws DomainError "bad-input" beyond a limit; rows beyond it are not kept in memory
 */
export function collectRows(
  text: string,
  format: Dialect & { readonly hasHeader: boolean },
): { readonly records: FileRow[]; readonly warnings: ReadingWarning[]; readonly skippedEmptyLines: number } {
  const records: FileRow[] = [];
  const warnings: ReadingWarning[] = [];
  const limit = rowLimit + (format.hasHeader ? 1 : 0);
  let count = 0;
  let blankRecords = 0;
  let emptyLines = 0;
  readRecords(text, format, (record) => {
    const cells = cleanCells(record);
    emptyLines = record.emptyLines;
    if (cells.every((cell) => cell === null)) {
      blankRecords += 1;
      if (cells.length > 1 && warnings.length < problemLimit) {
        warnings.push({ kind: "blankRow", row: record.row });
      }
      return;
    }
    count += 1;
    if (count <= limit) {
      records.push({ cells, row: record.row });
    }
  });
  if (count > limit) {
    refuse({ message: t.tooManyRows({ found: count - (format.hasHeader ? 1 : 0), limit: rowLimit }) });
  }
  return { records, warnings, skippedEmptyLines: emptyLines + blankRecords };
}

function cleanCells({ cells, row }: FileRecord): (string | null)[] {
  if (cells.length > columnLimit) {
    refuse({ row, message: t.tooManyColumns({ row, found: cells.length, limit: columnLimit }) });
  }
  return cells.map((cell, index) => {
    if (cell.length > cellLimit) {
      const column = index + 1;
      const message = t.cellTooLong({ row, column, found: cell.length, limit: cellLimit });
      refuse({ row, field: `column ${column}`, message });
    }
    const trimmed = cell.trim();
    return trimmed === "" ? null : trimmed;
  });
}
