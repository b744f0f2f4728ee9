import { getTableName } from "drizzle-orm";
import { beforeAll } from "vitest";
import { uniqueKeys } from "#db/schema/keys.ts";
import type { MigratableStore, Reader, Store, Tx } from "#db/store/store.ts";
import { camel } from "#tests/db/raw-rows.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { roundRows } from "./round-rows.ts";
import { accountRows, invitationRows, otherStudyRows, type Rows, type Side } from "./rows.ts";
import { studyRows } from "./study-rows.ts";

type Row = Readonly<Record<string, unknown>>;

/** By table and key, as in `seat here/s1`: a new row, the changed cells of an old one, or that it was removed. */
export type Changes = Readonly<Record<string, Row | "removed">>;

type TwoStudies = {
  readonly read: <T>(query: (db: Reader) => Promise<T>) => Promise<T>;
  /** Writes, compares the whole database before and after, and rolls back. */
  readonly write: <T>(query: (tx: Tx) => Promise<T>) => Promise<{ value: T; changes: Changes }>;
};

/** Runs a suite on both engines, on a database with the studies `here` and `there`. */
export function describeQueries(name: string, suite: (studies: TwoStudies) => void): void {
  describeEngines(name, (openStore) => {
    let store: MigratableStore;
    beforeAll(async () => {
      store = await openStore();
      await fillStudies(store, ["there", "here"]);
    });
    suite({ read: (query) => store.read(query), write: (query) => writeAndUndo(store, query) });
  });
}

/** Adds accounts and studies, each table's rows in the order of the lists or reversed. */
export async function fillStudies(
  store: MigratableStore,
  sides: readonly Side[],
  order?: "reversed",
): Promise<void> {
  const links = invitationRows.invitation?.filter(
    ({ studyId }) => studyId == null || sides.some((side) => side === studyId),
  );
  await store.tx(async (tx) => {
    await insertRows(tx, accountRows, order);
    await insertRows(tx, otherStudyRows, order);
    for (const side of sides) {
      await insertRows(tx, studyRows(side), order);
      await insertRows(tx, roundRows(side), order);
    }
    await insertRows(tx, { invitation: links ?? [] }, order);
  });
  // PostgreSQL reads small tables sequentially, so unordered rows come in the order of writing.
  await store.alter((run) => run("analyze"));
}

/** Adds rows, parents first. */
export async function insertRows(tx: Tx, rows: Rows, order?: "reversed"): Promise<void> {
  for (const [name, values] of Object.entries(rows)) {
    const inOrder = order === "reversed" ? [...values].reverse() : values;
    await tx.q.insert(tx.t[name as keyof Tx["t"]]).values(inOrder as never);
  }
}

class Undo extends Error {}

/** Writes, compares the whole database before and after, and rolls back. */
export async function writeAndUndo<T>(store: Store, query: (tx: Tx) => Promise<T>) {
  let done: { value: T; changes: Changes } | undefined;
  await store
    .tx(async (tx) => {
      const before = await everyRow(tx);
      const value = await query(tx);
      done = { value, changes: changesBetween(before, await everyRow(tx)) };
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (done === undefined) throw new Error("the transaction ended before the query did");
  return done;
}

async function everyRow(db: Reader): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const [name, table] of Object.entries(db.t)) {
    const key = uniqueKeys.find((candidate) => candidate.name === `${getTableName(table)}_pk`);
    if (key === undefined) throw new Error(`${name} has no primary key`);
    const found: Row[] = await db.q.select().from(table);
    for (const row of found) {
      rows.set(`${name} ${key.columns.map((column) => row[camel(column)]).join("/")}`, row);
    }
  }
  return rows;
}

function changesBetween(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Changes {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const others = [...after].flatMap(([key, row]) => {
    const old = before.get(key);
    const cells = Object.entries(row).filter(([name, cell]) => !isSame(cell, old?.[name]));
    return old === undefined ? [[key, row]] : cells.length > 0 ? [[key, Object.fromEntries(cells)]] : [];
  });
  return Object.fromEntries([...gone.map((key) => [key, "removed"]), ...others]);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return one === other;
}
