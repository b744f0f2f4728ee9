import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { appendOnlyTables } from "#db/schema/guards.ts";
import { sqliteEngine } from "../setup/engine-sqlite.ts";
import { describePostgres } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";
import { insertRaw, readRaw } from "./raw-rows.ts";
import { type Row, rowsAtInitial } from "./rows-at-initial.ts";

const rowOf = (table: string): Row => new Map(rowsAtInitial).get(table) ?? {};

describe("append-only tables of a SQLite file under attack", () => {
  const engine = sqliteEngine();
  let hostile: Database.Database;
  beforeAll(async () => {
    const place = await engine.newPlace();
    const store = await connectStore(place);
    await fillEveryTable(store);
    await store.close();
    hostile = new Database(`${place.dataFolder}/evenhand.sqlite`);
    for (const pragma of [
      "recursive_triggers = OFF",
      "foreign_keys = OFF",
      "ignore_check_constraints = ON",
      "defer_foreign_keys = ON",
      "trusted_schema = ON",
      "synchronous = OFF",
    ]) {
      hostile.pragma(pragma);
    }
  });
  afterAll(async () => {
    hostile.close();
    await engine.cleanUp();
  });

  const run = async (sql: string, params: readonly unknown[] = []) => {
    const statement = hostile.prepare<unknown[], unknown[]>(sql);
    if (statement.reader) return statement.raw().all(...params);
    statement.run(...params);
    return [];
  };
  const rows = (table: string) => readRaw(run, "sqlite", table);
  const replace = (table: string, row: Row) => insertRaw(run, "sqlite", table, row, "insert or replace");

  it.each(appendOnlyTables)("%s: refuse update, delete and every way to overwrite a row", async (table) => {
    const before = await rows(table);
    const row = rowOf(table);
    expect(before).toHaveLength(1);
    for (const statement of [
      `update ${table} set study_id = 'x'`,
      `update or replace ${table} set rowid = 5`,
      `delete from ${table}`,
    ]) {
      await expect(run(statement), statement).rejects.toThrow(/append-only/);
    }
    await expect(replace(table, row)).rejects.toThrow(/exists already/);
    await expect(insertRaw(run, "sqlite", table, row, "replace")).rejects.toThrow(/exists already/);
    expect(await rows(table)).toEqual(before);
  });

  it.each(appendOnlyTables)("%s: refuse to overwrite a row by its hidden rowid", async (table) => {
    const before = await rows(table);
    const [[rowid] = []] = await run(`select rowid from ${table}`);
    const other = { ...rowOf(table), study_id: "another", rowid: Number(rowid) };
    await expect(replace(table, other)).rejects.toThrow(/exists already/);
    expect(await rows(table)).toEqual(before);
  });

  it.each([
    ["ballot", { version: 2, seq: 99 }, "ballot_key"],
    ["ballot", { version: 2, idempotency_key: "b2" }, "ballot_seq"],
    ["outcome", { version: 2, seq: 99 }, "outcome_key"],
    ["outcome", { version: 2, idempotency_key: "o2" }, "outcome_seq"],
    ["learner_update", { applied_seq: 9, seq: 99 }, "learner_update_from"],
    ["learner_update", { applied_seq: 9, from_seq: 8 }, "learner_update_seq"],
    ["log_entry", { seq: 99 }, "log_entry_hash"],
  ])("%s: refuse to overwrite a row by a second key (%o)", async (table, change, key) => {
    const before = await rows(table);
    await expect(replace(table, { ...rowOf(table), ...change })).rejects.toThrow(`exists already: ${key}`);
    expect(await rows(table)).toEqual(before);
  });
});

describePostgres("append-only tables of a Postgres session under attack", (_, engine) => {
  let hostile: pg.Client;
  beforeAll(async () => {
    const place = await engine.newPlace();
    const store = await connectStore(place);
    await fillEveryTable(store);
    await store.close();
    hostile = new pg.Client({ connectionString: place.databaseUrl });
    await hostile.connect();
    // A replica skips ordinary triggers and foreign keys.
    await hostile.query("set session_replication_role = replica");
  });
  afterAll(async () => {
    await hostile.end();
  });

  it.each(appendOnlyTables)("%s: refuse update, delete and truncate", async (table) => {
    for (const statement of [
      `update ${table} set study_id = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `merge into ${table} using study on true when matched then delete`,
    ]) {
      await expect(hostile.query(statement), statement).rejects.toThrow(/append-only/);
    }
    expect((await hostile.query(`select * from ${table}`)).rows).toHaveLength(1);
  });
});
