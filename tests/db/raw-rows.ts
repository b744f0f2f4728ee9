import type { EngineName, RunSql } from "#db/store/store.ts";
import type { Cell, Row } from "./rows-at-initial.ts";

/** Inserts a row without the schema's types, as an older or another program would. */
export async function insertRaw(run: RunSql, engine: EngineName, table: string, row: Row, verb = "insert") {
  const names = Object.keys(row);
  const places = names.map((_, index) => (engine === "sqlite" ? "?" : `$${index + 1}`));
  await run(
    `${verb} into ${table} (${names.join(", ")}) values (${places.join(", ")})`,
    Object.values(asStored(engine, row)),
  );
}

/** Converts a row to the driver's values: SQLite has no booleans of its own. */
export function asStored(engine: EngineName, row: Row): Row {
  const cells = Object.entries(row).map(([name, cell]) => {
    return [name, engine === "sqlite" && typeof cell === "boolean" ? Number(cell) : cell];
  });
  return Object.fromEntries(cells);
}

/** Reads all rows of a table by column name, as the driver returns them. */
export async function readRaw(run: RunSql, engine: EngineName, table: string): Promise<Row[]> {
  const names = await columnNames(run, engine, table);
  const rows = await run(`select ${names.join(", ")} from ${table}`);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index], plain(cell)])));
}

function plain(cell: unknown): Cell {
  if (cell instanceof Uint8Array) return new Uint8Array(cell);
  return cell as Cell;
}

export async function tableNames(run: RunSql, engine: EngineName): Promise<string[]> {
  const rows = await run(
    engine === "sqlite"
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
      : "select table_name from information_schema.tables where table_schema = current_schema()",
  );
  return rows.map(([name]) => String(name)).filter((name) => !name.startsWith("__"));
}

export async function columnNames(run: RunSql, engine: EngineName, table: string): Promise<string[]> {
  const rows = await run(
    engine === "sqlite"
      ? `select name from pragma_table_info('${table}') order by cid`
      : `select column_name from information_schema.columns where table_schema = current_schema() and table_name = '${table}' order by ordinal_position`,
  );
  return rows.map(([name]) => String(name));
}

/** Returns the schema's name of a column or table: study_id -> studyId. */
export function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
