import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { expect, it } from "vitest";
import { pgTables, sqliteTables } from "#db/schema/tables.ts";
import { migrationsFolder } from "#db/store/migrations.ts";
import type { EngineName } from "#db/store/store.ts";

/** Reads the generator's snapshot of the schema after the newest migration. */
async function newestSnapshot(engine: EngineName) {
  const meta = join(migrationsFolder(engine), "meta");
  const newest = (await readdir(meta))
    .filter((file) => file.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  return JSON.parse(await readFile(join(meta, newest ?? ""), "utf8"));
}

it("the SQLite migrations match the schema: else see CONTRIBUTING.md, A migration", async () => {
  const before = await newestSnapshot("sqlite");
  const now = await generateSQLiteDrizzleJson({ ...sqliteTables }, before.id);
  expect(await generateSQLiteMigration(before, now)).toEqual([]);
});

it("the Postgres migrations match the schema: else see CONTRIBUTING.md, A migration", async () => {
  const before = await newestSnapshot("postgres");
  const now = generateDrizzleJson({ ...pgTables }, before.id);
  expect(await generateMigration(before, now)).toEqual([]);
});
