import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";

/**
 * Column and constraint builders that both engines share. The schema is written once against this kit; the Postgres
 * table types are the public ones, the SQLite tables are cast to them in one place (below).
 */
const pgBytes = pg.customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: viewOf,
  fromDriver: (buffer) => new Uint8Array(buffer),
});

const liteBytes = lite.customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => "blob",
  toDriver: viewOf,
  fromDriver: (buffer) => new Uint8Array(buffer),
});

/** Wraps bytes without copying them: a state of a million rules would take milliseconds to copy. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

type Actions = { readonly onDelete: "cascade" };

type Words = readonly [string, ...string[]];

export const pgKit = {
  table: pg.pgTable,
  text: (name: string) => pg.text(name),
  /** A text that another column holds, never null. */
  reference: (name: string, to: () => pg.AnyPgColumn, actions?: Actions) =>
    pg.text(name).notNull().references(to, actions),
  word: <const T extends Words>(name: string, words: T) => pg.text(name, { enum: words }),
  integer: (name: string) => pg.integer(name),
  /** UTC milliseconds, and log numbers: whole numbers below 2^53. */
  large: (name: string) => pg.bigint(name, { mode: "number" }),
  flag: (name: string) => pg.boolean(name),
  bytes: (name: string) => pgBytes(name),
  primaryKey: pg.primaryKey,
  foreignKey: pg.foreignKey,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  unique: pg.unique,
  check: pg.check,
};

const sqliteBuilders = {
  table: lite.sqliteTable,
  text: (name: string) => lite.text(name),
  reference: (name: string, to: () => lite.AnySQLiteColumn, actions?: Actions) =>
    lite.text(name).notNull().references(to, actions),
  word: <const T extends Words>(name: string, words: T) => lite.text(name, { enum: words }),
  integer: (name: string) => lite.integer(name),
  large: (name: string) => lite.integer(name, { mode: "number" }),
  flag: (name: string) => lite.integer(name, { mode: "boolean" }),
  bytes: (name: string) => liteBytes(name),
  primaryKey: lite.primaryKey,
  foreignKey: lite.foreignKey,
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  unique: lite.unique,
  check: lite.check,
};

export type Kit = typeof pgKit;

type DataOf<Builder> = Builder extends { _: { data: infer Data } } ? Data : never;
type ColumnHelper = "text" | "reference" | "word" | "integer" | "large" | "flag" | "bytes";
/** Holds for equal types, except `never`: two types that could not be determined do not count as equal. */
type Same<A, B> = [A] extends [never] ? never : [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** Fails to compile when a helper would give one TypeScript type on Postgres and another on SQLite. */
type HelpersAgree = {
  [Name in ColumnHelper]: Same<
    DataOf<ReturnType<Kit[Name]>>,
    DataOf<ReturnType<(typeof sqliteBuilders)[Name]>>
  >;
};
const helpersAgree: HelpersAgree = {
  text: true,
  reference: true,
  word: true,
  integer: true,
  large: true,
  flag: true,
  bytes: true,
};

export const sqliteKit = (helpersAgree && sqliteBuilders) as unknown as Kit;

/** Columns that name a round of a study. */
export function roundColumns(kit: Kit) {
  return { studyId: kit.text("study_id").notNull(), round: kit.integer("round").notNull() };
}

/** Columns that name a place in a round. Positions count from 0, as in the log; pages add one. */
export function placeColumns(kit: Kit) {
  return { ...roundColumns(kit), position: kit.integer("position").notNull() };
}

/** Columns that name a pair of places. */
export function pairColumns(kit: Kit) {
  return { high: kit.integer("high").notNull(), low: kit.integer("low").notNull() };
}

type ManyColumns = [pg.AnyPgColumn, ...pg.AnyPgColumn[]];

/** The columns of a table that name a place in a round, for its keys. */
export function placeOf<Study, Round, Position>(table: { studyId: Study; round: Round; position: Position }) {
  return [table.studyId, table.round, table.position] as [Study, Round, Position];
}

/** Foreign key over several columns. */
export function references(kit: Kit, name: string, columns: ManyColumns, foreignColumns: ManyColumns) {
  return kit.foreignKey({ name, columns, foreignColumns });
}

/**
 * SQL condition that a column holds one of these words, or null. The words are the schema's own, so nothing is escaped.
 */
export function isOneOf(column: AnyColumn, words: Words): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;
}
