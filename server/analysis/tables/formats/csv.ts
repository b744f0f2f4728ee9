import type { CellValue, TableColumn, TableRow } from "../base/table.ts";
import { csvLine } from "./csv-line.ts";

/**
 * Yields a table as a CSV file: a line of names, then one line for each row. Times are ISO 8601 in UTC, true and false
 * are words.
 */
export async function* csvFile(
  columns: readonly (Pick<TableColumn, "name"> & Partial<TableColumn>)[],
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  const isTime = columns.map(({ type }) => type === "time");
  for await (const row of rows)
    yield csvLine(row.map((cell, index) => written(cell, isTime[index] ?? false)));
}

function written(cell: CellValue, isTime: boolean): string | number | null {
  if (isTime && typeof cell === "number") return new Date(cell).toISOString();
  return typeof cell === "boolean" ? String(cell) : cell;
}
