import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { migrate } from "#db/migrate.ts";
import { applyMigrations, migrationsFolder } from "#db/store/migrations.ts";
import type { EngineName, MigratableStore, RunSql } from "#db/store/store.ts";
import { describeEngines } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";
import { asStored, columnNames, insertRaw, readRaw, tableNames } from "./raw-rows.ts";
import { rowsAtInitial } from "./rows-at-initial.ts";

describeEngines("migrations", (openStore) => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  /** Copies an engine's first migrations into a folder of their own. */
  async function firstMigrations(engine: EngineName, count: number): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "evenhand-migrations-"));
    folders.push(folder);
    await cp(migrationsFolder(engine), folder, { recursive: true });
    const path = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    return folder;
  }

  async function dropEverything(store: MigratableStore): Promise<void> {
    await store.alter(async (run) => {
      if (store.engine !== "sqlite") {
        await run("drop schema public cascade");
        await run("create schema public");
        return;
      }
      for (const table of [...(await tableNames(run, "sqlite")), "__drizzle_migrations"])
        await run(`drop table ${table}`);
    });
  }

  describe("a database filled at the first migration", () => {
    it("keeps every row and value through all later migrations", async () => {
      const store = await openStore();
      await dropEverything(store);
      const initial = await firstMigrations(store.engine, 1);
      await store.alter(async (run) => {
        await applyMigrations(run, initial);
        for (const [table, row] of rowsAtInitial) await insertRaw(run, store.engine, table, row);
        const filled = rowsAtInitial.map(([table]) => table);
        expect((await tableNames(run, store.engine)).sort(), "tables with a row above").toEqual(
          filled.sort(),
        );
        for (const [table, row] of rowsAtInitial) {
          expect((await columnNames(run, store.engine, table)).sort(), table).toEqual(
            Object.keys(row).sort(),
          );
        }
      });
      await migrate(store);
      await store.alter(async (run) => {
        for (const [table, row] of rowsAtInitial) {
          expect(await readRaw(run, store.engine, table), table).toEqual([
            expect.objectContaining(asStored(store.engine, row)),
          ]);
        }
      });
    });
  });

  it("change nothing the second time", async () => {
    const store = await openStore();
    const journal = () => store.alter((run) => run("select * from __drizzle_migrations order by id"));
    const before = await journal();
    await migrate(store);
    expect(await journal()).toEqual(before);
    expect(before.length).toBeGreaterThanOrEqual(2);
  });

  it("refuse a database of a newer version, and leave it unchanged", async () => {
    const store = await openStore();
    await store.alter((run) =>
      run(`insert into __drizzle_migrations values (999, 'beef', ${Date.UTC(2100, 0)})`),
    );
    await expect(migrate(store)).rejects.toMatchObject({
      code: "newer-database",
      message: "This database was written by a newer version of Evenhand. Start that version.",
    });
  });

  it("refuse a database whose migrations were edited after they ran", async () => {
    const store = await openStore();
    await store.alter((run) => run("update __drizzle_migrations set hash = 'beef' where id = 1"));
    await expect(migrate(store)).rejects.toMatchObject({ code: "foreign-schema" });
  });

  describe("on SQLite, a table that others reference", () => {
    const rebuild = (createTable: string) => async (run: RunSql) => {
      await run("create table __new_round as select * from round");
      await run("drop table round");
      await run(createTable);
      await run("insert into round select * from __new_round");
      await run("drop table __new_round");
    };
    const createRound = async (store: MigratableStore) =>
      String((await store.alter((run) => run("select sql from sqlite_schema where name = 'round'")))[0]?.[0]);

    it("can be rebuilt without losing their rows", async () => {
      const store = await openStore();
      if (store.engine !== "sqlite") return;
      await fillEveryTable(store);
      await store.alter(rebuild(await createRound(store)));
      await store.alter(async (run) => {
        for (const [table] of rowsAtInitial)
          expect(await readRaw(run, "sqlite", table), table).toHaveLength(1);
      });
    });

    it("cannot lose rows that they reference", async () => {
      const store = await openStore();
      if (store.engine !== "sqlite") return;
      await fillEveryTable(store);
      await expect(store.alter((run) => run("delete from round"))).rejects.toMatchObject({
        code: "foreign-schema",
        message: expect.stringContaining("would refer to missing rows"),
      });
      await store.alter(async (run) => expect(await readRaw(run, "sqlite", "round")).toHaveLength(1));
    });
  });

  it("change nothing if one of them fails", async () => {
    const store = await openStore();
    const tables = () => store.alter((run) => tableNames(run, store.engine));
    const before = await tables();
    const failing = store.alter(async (run) => {
      await run("create table half (id integer)");
      await run("drop table ballot");
      await run("create table half (id integer)");
    });
    await expect(failing).rejects.toMatchObject({ code: "statement" });
    expect(await tables()).toEqual(before);
  });
});
