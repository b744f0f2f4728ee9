import { type AnyColumn, asc, desc, type Placeholder, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tables } from "#db/schema/schema.ts";
import { matches, type Values } from "./matches.ts";
import { pick } from "./pick.ts";
import { prepared } from "./prepared.ts";
import type { Reader, Tx } from "./store.ts";

/* Queries of a single table. A query that joins, groups or computes uses `db.q`. */

type Name = keyof Tables;
type Row<Of extends Name> = Tables[Of]["$inferSelect"];
type Insert<Of extends Name> = Tables[Of]["$inferInsert"];
type Column<Of extends Name> = keyof Row<Of> & string;

type Where<Of extends Name> = Values<Tables[Of]>;

/** Columns by which rows are ordered; "-number" sorts by number in descending order. */
type Order<Of extends Name> = readonly (Column<Of> | `-${Column<Of>}`)[];

/**
 * Lists these columns of the rows of a table, in this order or in none. A query whose conditions are only values of columns
 * is prepared once, for whatever values.
 */
export async function listRows<Of extends Name, Picked extends Column<Of>>(
  db: Reader,
  name: Of,
  where: Where<Of>,
  columns: readonly Picked[],
  order: Order<Of> = [],
  limit?: number,
): Promise<Pick<Row<Of>, Picked>[]> {
  const shape = { name, columns, order };
  const values = { ...where, ...(limit !== undefined && { [limitName]: limit }) };
  const rows = Object.values(values).every(isPlain)
    ? preparedList(shape, values)(db, values)
    : select(db, shape, where, limit);
  return rows as unknown as Promise<Pick<Row<Of>, Picked>[]>;
}

type Shape = { readonly name: Name; readonly columns: readonly string[]; readonly order: readonly string[] };

/** Names the value of a prepared list's limit. */
const limitName = "at most";

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || value === null;
}

const preparedLists = new Map<string, ReturnType<typeof prepareList>>();

function preparedList(shape: Shape, values: object) {
  const given = Object.entries(values).map(([name, value]) => (value === null ? `no ${name}` : name));
  const key = [shape.name, given, shape.columns, shape.order].join("; ");
  const list = preparedLists.get(key) ?? prepareList(shape, values);
  preparedLists.set(key, list);
  return list as (db: Reader, values: object) => Promise<unknown>;
}

function prepareList(shape: Shape, values: object) {
  const entries = Object.entries(values);
  const nulls = Object.fromEntries(entries.filter(([, value]) => value === null));
  const given = Object.fromEntries(
    entries.filter(([, value]) => value !== null).map(([name]) => [name, "text"] as const),
  );
  return prepared(given, (db, { [limitName]: limit, ...places }) =>
    select(db, shape, { ...places, ...nulls }, limit),
  );
}

function select(db: Reader, { name, columns, order }: Shape, where: object, limit?: number | Placeholder) {
  const table = db.t[name] as unknown as Tables["study"];
  const byName = table as unknown as Readonly<Record<string, AnyColumn>>;
  const rows = db.q
    .select(pick(table, ...(columns as readonly never[])))
    .from(table)
    .where(matches(table, where))
    .orderBy(
      ...order.map((column) =>
        column.startsWith("-")
          ? desc(byName[column.slice(1)] as AnyColumn)
          : asc(byName[column] as AnyColumn),
      ),
    );
  return limit === undefined ? rows : rows.limit(limit);
}

/** Finds these columns of the matching row, or of the first one in this order. */
export async function findRow<Of extends Name, Picked extends Column<Of>>(
  db: Reader,
  name: Of,
  where: Where<Of>,
  columns: readonly Picked[],
  order: Order<Of> = [],
): Promise<Pick<Row<Of>, Picked> | undefined> {
  return (await listRows(db, name, where, columns, order, 1))[0];
}

/** Lists one column of the rows of a table, in this order or in none. */
export async function listValues<Of extends Name, Picked extends Column<Of>>(
  db: Reader,
  name: Of,
  where: Where<Of>,
  column: Picked,
  order: Order<Of> = [],
  limit?: number,
): Promise<Row<Of>[Picked][]> {
  return (await listRows(db, name, where, [column], order, limit)).map((row) => row[column]);
}

/** Finds one column of the matching row, or of the first one in this order. */
export async function findValue<Of extends Name, Picked extends Column<Of>>(
  db: Reader,
  name: Of,
  where: Where<Of>,
  column: Picked,
  order: Order<Of> = [],
): Promise<Row<Of>[Picked] | undefined> {
  return (await listValues(db, name, where, column, order, 1))[0];
}

/** Returns a query that adds a row to a table. */
export function inserting<Of extends Name>(name: Of) {
  return async (tx: Tx, row: Insert<Of>): Promise<void> => {
    await tx.q.insert(tx.t[name]).values(row as never);
  };
}

/** Returns a query that adds rows, at least one, to a table in one statement. */
export function insertingAll<Of extends Name>(name: Of) {
  return async (tx: Tx, rows: readonly Insert<Of>[]): Promise<void> => {
    await tx.q.insert(tx.t[name]).values([...rows] as never);
  };
}

/** Adds a row unless it violates a unique constraint, or that of the given column. @returns whether it was added */
export async function insertsRow<Of extends Name>(
  tx: Tx,
  name: Of,
  row: Insert<Of>,
  unique?: Column<Of>,
): Promise<boolean> {
  const table = tx.t[name] as unknown as Readonly<Record<string, PgColumn>>;
  const target = unique && table[unique];
  const rows = await tx.q
    .insert(tx.t[name])
    .values(row as never)
    .onConflictDoNothing(target && { target })
    .returning({ one: sql`1` });
  return rows.length === 1;
}

/** Returns a query that sets these columns of the row with a key. */
export function updating<Of extends Name, Key extends Column<Of>, Set extends Column<Of>>(
  name: Of,
  key: readonly Key[],
  columns: readonly Set[],
) {
  return (tx: Tx, of: Readonly<Pick<Row<Of>, Key>>, patch: Partial<Pick<Row<Of>, Set>>): Promise<void> =>
    updateRows(tx, name, pick(of, ...key) as Where<Of>, pick(patch, ...columns) as Partial<Insert<Of>>);
}

/** Returns a query that adds a row, or replaces all other columns of the row that has the same key. */
export function putting<Of extends Name>(name: Of, ...key: readonly Column<Of>[]) {
  return (tx: Tx, row: Insert<Of>): Promise<void> => putRow(tx, name, row, key);
}

/** Returns a query that deletes the rows with a key. */
export function deleting<Of extends Name, Key extends Column<Of>>(name: Of, ...key: readonly Key[]) {
  return (tx: Tx, of: Readonly<Pick<Row<Of>, Key>>): Promise<void> =>
    deleteRows(tx, name, pick(of, ...key) as Where<Of>);
}

/** Counts rows. */
export function countRows<Of extends Name>(db: Reader, name: Of, where: Where<Of>): Promise<number> {
  return db.q.$count(db.t[name], matches(db.t[name], where));
}

/** Sets columns of rows. */
export async function updateRows<Of extends Name>(
  tx: Tx,
  name: Of,
  where: Where<Of>,
  patch: Partial<Insert<Of>>,
): Promise<void> {
  await tx.q
    .update(tx.t[name])
    .set(patch as never)
    .where(matches(tx.t[name], where));
}

/** Sets columns of the row that matches. @returns whether there was one */
export async function changesRow<Of extends Name>(
  tx: Tx,
  name: Of,
  where: Where<Of>,
  patch: Partial<Insert<Of>>,
): Promise<boolean> {
  const rows = await tx.q
    .update(tx.t[name])
    .set(patch as never)
    .where(matches(tx.t[name], where))
    .returning({ one: sql`1` });
  return rows.length === 1;
}

/** Adds a row, or replaces all other columns of the row that has the same key. */
export async function putRow<Of extends Name>(
  tx: Tx,
  name: Of,
  row: Insert<Of>,
  key: readonly Column<Of>[],
): Promise<void> {
  const table = tx.t[name] as unknown as Readonly<Record<string, PgColumn>>;
  const others = Object.entries(row).filter(([column]) => !key.some((one) => one === column));
  await tx.q
    .insert(tx.t[name])
    .values(row as never)
    .onConflictDoUpdate({
      target: key.map((column) => table[column] as PgColumn),
      set: Object.fromEntries(others) as never,
    });
}

/** Deletes rows. */
export async function deleteRows<Of extends Name>(tx: Tx, name: Of, where: Where<Of>): Promise<void> {
  await tx.q.delete(tx.t[name]).where(matches(tx.t[name], where));
}
