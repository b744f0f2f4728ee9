import { getTableColumns, getTableName } from "drizzle-orm";
import { v7 } from "uuid";
import { expect } from "vitest";
import type { MigratableStore, RunSql } from "#db/store/store.ts";
import type { Cell, Row } from "#tests/db/rows-at-initial.ts";

export type Neighbour = {
  readonly studyId: string;
  /** Compares every row of the neighbour, in every table, with its initial rows. */
  readonly expectUntouched: () => Promise<void>;
};

/**
 * Gives a study a neighbour that differs only in its id: a copy of each row, so with the same rounds, seats and
 * people, the same log, and the same accounts on its panel.
 */
export async function addNeighbour(store: MigratableStore, studyId: string): Promise<Neighbour> {
  const neighbourId = v7();
  const tables = await tablesOf(store);
  const rows = () => store.alter((run) => rowsOf(run, tables, neighbourId));
  const atFirst = await store.alter(async (run) => {
    for (const table of tables) await copyRows(run, table, studyId, neighbourId);
    return rowsOf(run, tables, neighbourId);
  });
  return {
    studyId: neighbourId,
    expectUntouched: async () => expect(await rows()).toEqual(atFirst),
  };
}

type Table = { readonly name: string; readonly columns: readonly string[] };

/** Tables of the whole server that sometimes name a study. */
const ofServer = new Set(["security_event", "access_token"]);

/** The tables of studies, parents first, as the schema lists them. */
async function tablesOf(store: MigratableStore): Promise<Table[]> {
  const tables = await store.read(async (db) => Object.values(db.t));
  return tables
    .map((table) => ({
      name: getTableName(table),
      columns: Object.values(getTableColumns(table)).map((column) => column.name),
    }))
    .filter(({ name, columns }) => name === "study" || (columns.includes("study_id") && !ofServer.has(name)));
}

/** Reads the rows of a table in a fixed order. */
async function rowsOf(run: RunSql, tables: readonly Table[], studyId: string) {
  const found: (readonly [table: string, row: Row])[] = [];
  for (const { name, columns } of tables) {
    const rows = await run(`select ${columns.join(", ")} from ${name} where ${keyOf(name)} = '${studyId}'`);
    const named = rows.map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [columns[index], plain(cell)])),
    );
    const sorted = named.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    found.push(...sorted.map((row) => [name, row] as const));
  }
  return found;
}

/** Converts bytes, since one engine's driver returns a different type. */
function plain(cell: unknown): Cell {
  return cell instanceof Uint8Array ? new Uint8Array(cell) : (cell as Cell);
}

/** Copies a study's rows within the database, one statement per table. */
async function copyRows(run: RunSql, { name, columns }: Table, from: string, to: string): Promise<void> {
  const key = keyOf(name);
  const copied = columns.map((column) => {
    if (column === key) return `'${to}'`;
    // A link is identified by its hash on the whole server.
    return name === "invitation" && column === "token_hash" ? `token_hash || ' of ${to}'` : column;
  });
  await run(
    `insert into ${name} (${columns.join(", ")}) select ${copied.join(", ")} from ${name} where ${key} = '${from}'`,
  );
}

/** Finds the column of a table with the study's id. */
function keyOf(table: string): string {
  return table === "study" ? "id" : "study_id";
}
