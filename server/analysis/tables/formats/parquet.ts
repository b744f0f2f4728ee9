import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { CellValue, ColumnType, TableColumn, TableRow } from "../base/table.ts";

/** Rows of one group: large enough to compress well, small enough to fit in memory. */
const rowsInGroup = 20_000;

const parquetTypes: Readonly<Record<ColumnType, BasicType>> = {
  text: "STRING",
  integer: "INT64",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  time: "TIMESTAMP",
};

/**
 * Yields a table as a Parquet file, piece by piece; the last piece is the footer, without which the file cannot be
 * read. Texts are UTF-8, integers 64 bits, times UTC in milliseconds. Columns that can be empty are optional, all
 * others required.
 *
 * @param metadata texts for the footer, by key
 * Memory: one group of rows.
 */
export async function* parquetFile(
  columns: readonly TableColumn[],
  rows: AsyncIterable<TableRow>,
  metadata: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const empty = columns.map((column) => columnData(column, []));
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: empty }),
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: "evenhand",
  });
  const write = async (group: readonly TableRow[]) => {
    const data = columns.map((column, index) =>
      columnData(
        column,
        group.map((row) => row[index] ?? null),
      ),
    );
    await writer.write({ columnData: data, rowGroupSize: rowsInGroup });
  };
  let group: TableRow[] = [];
  for await (const row of rows) {
    group.push(row);
    if (group.length < rowsInGroup) continue;
    await write(group);
    group = [];
    yield taken(bytes);
  }
  if (group.length > 0) await write(group);
  await writer.finish();
  yield taken(bytes);
}

function columnData({ name, type, nullable }: TableColumn, cells: readonly CellValue[]) {
  return { name, type: parquetTypes[type], nullable: nullable ?? false, data: cells.map(writtenAs[type]) };
}

const same = (cell: CellValue) => cell;
const writtenAs: Readonly<Record<ColumnType, (cell: CellValue) => unknown>> = {
  text: same,
  number: same,
  boolean: same,
  integer: (cell) => (cell === null ? null : BigInt(cell)),
  time: (cell) => (typeof cell === "number" ? new Date(cell) : null),
};

/** Returns a copy of the bytes written since the last call; the buffer is reused. */
function taken(bytes: ByteWriter): Uint8Array {
  const copy = bytes.getBytes().slice();
  bytes.index = 0;
  return copy;
}
