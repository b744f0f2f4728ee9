import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertDurablePg, openPgPool } from "#db/pg/pool.ts";
import { assertDurable, openSqlite } from "#db/sqlite/connection.ts";
import { describePostgres } from "../setup/engines.ts";

describe("a SQLite connection", () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenhand-durable-"));
    path = join(folder, "file.sqlite");
    (await openSqlite(path)).close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([false, true])("syncs to disk and enforces constraints (readonly: %s)", async (readonly) => {
    const connection = await openSqlite(path, { readonly });
    const value = (pragma: string) => connection.pragma(pragma, { simple: true });
    expect(value("journal_mode")).toBe("wal");
    expect(value("synchronous")).toBe(2);
    expect(value("foreign_keys")).toBe(1);
    expect(value("recursive_triggers")).toBe(1);
    expect(value("trusted_schema")).toBe(0);
    expect(value("busy_timeout")).toBe(0);
    expect(value("fullfsync")).toBe(1);
    expect(value("secure_delete")).toBe(1);
    connection.close();
  });

  it("leaves nothing of an erased cell in the file", async () => {
    const cell = "a cell that must not be found again";
    const connection = await openSqlite(path);
    connection.exec("create table erased (cell text)");
    connection.prepare("insert into erased values (?)").run(cell);
    const bytes = async () => {
      connection.pragma("wal_checkpoint(TRUNCATE)");
      return (await readFile(path)).includes(cell);
    };
    expect(await bytes()).toBe(true);
    connection.exec("delete from erased");
    expect(await bytes()).toBe(false);
    connection.close();
  });

  it("still syncs to disk after it has written and read", async () => {
    const connection = await openSqlite(path);
    connection.exec("create table note (n integer)");
    connection.exec("insert into note values (1)");
    connection.prepare("select * from note").all();
    expect(() => assertDurable(connection)).not.toThrow();
    connection.close();
  });

  // The driver's default if a file is opened without options.
  it.each(["the driver's default", "NORMAL", "OFF"])("is refused with synchronous at %s", (level) => {
    const raw = new Database(path);
    if (level !== "the driver's default") raw.pragma(`synchronous = ${level}`);
    expect(() => assertDurable(raw)).toThrow(expect.objectContaining({ code: "not-durable" }));
    raw.close();
  });
});

describePostgres("a session", (_, engine) => {
  it("syncs to disk even if the database's settings say otherwise", async () => {
    const { databaseUrl = "" } = await engine.newPlace();
    const raw = new pg.Client({ connectionString: databaseUrl });
    await raw.connect();
    await raw.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = off`);
    await raw.end();
    const pool = openPgPool(databaseUrl);
    const connection = await pool.take();
    const { rows } = await connection.query("show synchronous_commit", [], "all");
    connection.release(false);
    await pool.end();
    expect(rows).toEqual([["on"]]);
  });

  it.each(["off", "local", "remote_write"])("is refused with synchronous_commit at %s", async (level) => {
    const { databaseUrl } = await engine.newPlace();
    const raw = new pg.Client({ connectionString: databaseUrl });
    await raw.connect();
    await raw.query(`set synchronous_commit = ${level}`);
    await expect(assertDurablePg(raw)).rejects.toMatchObject({ code: "not-durable" });
    await raw.end();
  });
});
