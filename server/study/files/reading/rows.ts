import type { InputProblem } from "#server/errors.ts";
import { formatNumber } from "#server/format.ts";
import { columnLimit, rowLimit } from "#server/study/file-limits.ts";
import { cellLimit, refuse } from "./limits.ts";
import { ProblemList } from "./problem-list.ts";
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
): { readonly records: FileRow[]; readonly warnings: InputProblem[]; readonly skippedEmptyLines: number } {
  const records: FileRow[] = [];
  const warnings = new ProblemList();
  const limit = rowLimit + (format.hasHeader ? 1 : 0);
  let count = 0;
  let blankRecords = 0;
  let emptyLines = 0;
  readRecords(text, format, (record) => {
    const cells = cleanCells(record);
    emptyLines = record.emptyLines;
    if (cells.every((cell) => cell === null)) {
      blankRecords += 1;
      if (cells.length > 1) {
        const { row } = record;
        warnings.add(() => ({
          row,
          message: `Row ${formatNumber(row)} has no filled cell and was left out.`,
        }));
      }
      return;
    }
    count += 1;
    if (count <= limit) {
      records.push({ cells, row: record.row });
    }
  });
  if (count > limit) {
    const people = count - (format.hasHeader ? 1 : 0);
    const found = `The file has ${formatNumber(people)} rows, the limit is ${formatNumber(rowLimit)}.`;
    refuse({ message: `${found} Split it into several files.` });
  }
  return { records, warnings: warnings.all(), skippedEmptyLines: emptyLines + blankRecords };
}

function cleanCells({ cells, row }: FileRecord): (string | null)[] {
  if (cells.length > columnLimit) {
    const found = `Row ${formatNumber(row)} has ${formatNumber(cells.length)} columns, the limit is ${columnLimit}.`;
    refuse({ row, message: found });
  }
  return cells.map((cell, index) => {
    if (cell.length > cellLimit) {
      const found = `the cell has ${formatNumber(cell.length)} characters, the limit is ${formatNumber(cellLimit)}.`;
      const message = `Row ${formatNumber(row)}, column ${index + 1}: ${found} Perhaps a quote is never closed.`;
      refuse({ row, field: `column ${index + 1}`, message });
    }
    const trimmed = cell.trim();
    return trimmed === "" ? null : trimmed;
  });
}
