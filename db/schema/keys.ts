import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { sqliteTables } from "./tables.ts";

/** A primary key or unique index: its name in error messages, and its columns in order. */
export type UniqueKey = { table: string; name: string; columns: readonly string[] };

/** Every unique key of the schema; both engines have the same. A primary key is called `<table>_pk`. */
export const uniqueKeys: readonly UniqueKey[] = (
  Object.values(sqliteTables) as unknown as SQLiteTable[]
).flatMap(keysOf);

function keysOf(source: SQLiteTable): UniqueKey[] {
  const { name: table, columns, primaryKeys, uniqueConstraints, indexes } = getTableConfig(source);
  const primary = [
    ...columns.filter((column) => column.primary).map((column) => [column]),
    ...primaryKeys.map((key) => key.columns),
  ];
  return [
    ...primary.map((key) => ({ table, name: `${table}_pk`, columns: key.map((column) => column.name) })),
    ...uniqueConstraints.map((key) => ({
      table,
      name: key.getName() ?? "",
      columns: key.columns.map((column) => column.name),
    })),
    ...indexes
      .map((index) => index.config)
      .filter((config) => config.unique)
      .map((config) => ({ table, name: config.name, columns: config.columns.map(columnName) })),
  ];
}

function columnName(column: object): string {
  if ("name" in column && typeof column.name === "string") return column.name;
  // SQLite reports such an index by its name instead of its columns: nothing here would recognise it.
  throw new Error("unique indexes over expressions are not supported");
}
