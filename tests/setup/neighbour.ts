import { getTableName } from "drizzle-orm";
import { v7 } from "uuid";
import { expect } from "vitest";
import type { MigratableStore, RunSql } from "#db/store/store.ts";
import { insertRaw, readRaw } from "#tests/db/raw-rows.ts";
import type { Row } from "#tests/db/rows-at-initial.ts";

export type Neighbour = {
  readonly studyId: string;
  /** Compares every row it has, in every table, with what it had at first. */
  readonly expectUntouched: () => Promise<void>;
};

/**
 * Gives a study a neighbour that only its id tells apart: each of its rows once more, so with the same rounds, seats and
 * people, the same log, and the same accounts on its panel.
 */
export async function addNeighbour(store: MigratableStore, studyId: string): Promise<Neighbour> {
  const neighbourId = v7();
  const tables = await store.read(async (db) => Object.values(db.t).map(getTableName));
  const rows = () => store.alter((run) => rowsOf(run, store, tables, neighbourId));
  await store.alter(async (run) => {
    const originals = await rowsOf(run, store, tables, studyId);
    for (const [table, row] of originals) {
      await insertRaw(run, store.engine, table, movedTo(neighbourId, table, row));
    }
  });
  const atFirst = await rows();
  return {
    studyId: neighbourId,
    expectUntouched: async () => expect(await rows()).toEqual(atFirst),
  };
}

/** Parents first, as the schema lists its tables; the rows of a table in an order of their own. */
async function rowsOf(run: RunSql, { engine }: MigratableStore, tables: readonly string[], studyId: string) {
  const found: (readonly [table: string, row: Row])[] = [];
  for (const table of tables) {
    const column = table === "study" ? "id" : "study_id";
    const rows = (await readRaw(run, engine, table)).filter((row) => row[column] === studyId);
    const sorted = rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    found.push(...sorted.map((row) => [table, row] as const));
  }
  return found;
}

function movedTo(studyId: string, table: string, row: Row): Row {
  if (table === "study") return { ...row, id: studyId };
  // A link is known by its hash on the whole server.
  if (table === "invitation") return { ...row, study_id: studyId, token_hash: `${row.token_hash} next door` };
  return { ...row, study_id: studyId };
}
