import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { sqliteTables } from "#db/schema/tables.ts";

export type Cell = string | number | boolean | null | Uint8Array;
export type Row = Readonly<Record<string, Cell>>;

/** Cells that a check of their table requires instead of the usual value. */
const required: Readonly<Record<string, Row>> = {
  annulment: { state: "annulled" },
  access_token: { expires_at: 2, scope: "read" },
  account: { email: "ada@example.org" },
  factor: { secret: null },
  objection: { state: "answered" },
  round: { state: "closed" },
  study: { state: "running" },
  upload: { kind: "outcomes" },
  violation: { low: 2 },
};

/**
 * One row for every table of the first migration, parents first, with a value in every column. Made from the present schema,
 * which is that of the first migration; a second migration must keep a copy of these rows.
 */
export const rowsAtInitial: readonly (readonly [table: string, row: Row])[] = rowsOf(
  Object.values(sqliteTables) as unknown as SQLiteTable[],
);

function rowsOf(tables: readonly SQLiteTable[]): [string, Row][] {
  const rows = new Map<string, Record<string, Cell>>();
  for (const table of tables) {
    const { name, columns, foreignKeys } = getTableConfig(table);
    const row = Object.fromEntries(columns.map((column) => [column.name, usualCell(name, column)]));
    for (const { columns: own, foreignColumns, foreignTable } of foreignKeys.map((key) => key.reference())) {
      const parent = rows.get(getTableConfig(foreignTable).name) ?? {};
      own.forEach((column, index) => {
        row[column.name] = parent[foreignColumns[index]?.name ?? ""] ?? null;
      });
    }
    rows.set(name, { ...row, ...required[name] });
  }
  return [...rows];
}

function usualCell(table: string, { name, dataType, enumValues }: SQLiteColumn): Cell {
  if (name === "id" && dataType === "string") return `${table}-1`;
  if (dataType === "number") return 1;
  if (dataType === "boolean") return true;
  if (dataType === "custom") return new Uint8Array([0, 1, 127, 128, 255]);
  return enumValues?.[0] ?? `${name} 🎲`;
}
