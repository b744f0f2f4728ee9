import * as t from "#messages/refusals.ts";
import type { TableDefinition, TableRow } from "#server/analysis/tables/base/table.ts";
import type { DataFile, StudyData } from "#server/analysis/tables/data-file.ts";
import { dictionaryTable } from "#server/analysis/tables/dictionary.ts";
import { sheetRowLimit, workbookParts } from "#server/analysis/tables/formats/workbook.ts";
import { isFromFeatures, tablesOf } from "#server/analysis/tables/tables.ts";
import { DomainError } from "#server/errors.ts";
import { ZipStream } from "./zip-stream.ts";

/** Names of the Excel files of a study's data: with all tables, and with those that have no features of people. */
export const workbookNames = { whole: "data.xlsx", withoutFeatures: "data-without-features.xlsx" } as const;

/**
 * Returns one Excel file with all tables of a study, each as a sheet. Memory does not grow with the tables.
 *
 * @param name one of `workbookNames`
 * @returns undefined if there is no such file
 */
export function workbookData(name: string, data: StudyData): DataFile | undefined {
  const hasFeatures = name === workbookNames.whole;
  if (!hasFeatures && name !== workbookNames.withoutFeatures) return undefined;
  const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { contentType, hasFeatures, pieces: workbookPieces(data, hasFeatures) };
}

/** @throws DomainError "bad-input" if a table has more rows than a sheet can have */
async function* workbookPieces(
  { settings, source, head }: StudyData,
  hasFeatures: boolean,
): AsyncGenerator<Uint8Array> {
  const all = tablesOf(settings);
  const tables = all.filter((table) => hasFeatures || !isFromFeatures(table));
  const zip = new ZipStream(head.at);
  const rowsOf = (table: TableDefinition) => rowsWithin(sheetRowLimit, table.name, table.rows(source));
  for (const { name, pieces } of workbookParts([...tables, dictionaryTable(all)], rowsOf)) {
    yield* zip.add(name, pieces);
  }
  yield* zip.end();
}

/** @internal */
export async function* rowsWithin(
  limit: number,
  table: string,
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > limit) throw new DomainError("bad-input", t.sheetTooLong({ table, limit }));
    yield row;
  }
}
