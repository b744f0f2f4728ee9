import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { EngineName, RunSql } from "./store.ts";
import { StoreError } from "./store-error.ts";

/**
 * Finds the folder of migrations. Bundlers move this file, so it is looked up from the working directory: the project's
 * root.
 */
export function migrationsFolder(engine: EngineName): string {
  return join(process.cwd(), "db", "migrations", engine === "sqlite" ? "sqlite" : "pg");
}

/** Drizzle's name for the table of migrations, so that its tools find it. */
const journal = "__drizzle_migrations";

/**
 * Runs the migrations of a folder that this database does not have yet, in order, and records them.
 *
 * @throws StoreError "newer-database", "foreign-schema"
 */
export async function applyMigrations(run: RunSql, folder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  await run(
    `create table if not exists ${journal} (id integer primary key, hash text not null, created_at bigint)`,
  );
  const applied = await readJournal(run);
  refuseForeign(applied, known);
  for (const [index, migration] of known.entries()) {
    if (!applied.has(migration.folderMillis)) await apply(run, migration, index + 1);
  }
}

async function readJournal(run: RunSql): Promise<Map<number, string>> {
  const rows = await run(`select created_at, hash from ${journal}`);
  return new Map(rows.map(([createdAt, hash]) => [Number(createdAt), String(hash)]));
}

function refuseForeign(applied: ReadonlyMap<number, string>, known: readonly MigrationMeta[]): void {
  const hashes = new Map(known.map((migration) => [migration.folderMillis, migration.hash]));
  const newest = known.at(-1)?.folderMillis ?? 0;
  for (const [createdAt, hash] of applied) {
    const ours = hashes.get(createdAt);
    if (ours === undefined && createdAt > newest) {
      throw new StoreError(
        "newer-database",
        "This database was written by a newer version of Evenhand. Start that version.",
      );
    }
    if (ours !== hash) {
      throw new StoreError("foreign-schema", "This database has migrations that this program does not have.");
    }
  }
}

async function apply(run: RunSql, migration: MigrationMeta, id: number): Promise<void> {
  for (const statement of migration.sql) await run(statement);
  // Two numbers and a hexadecimal hash; the engines write placeholders differently.
  await run(`insert into ${journal} values (${id}, '${migration.hash}', ${migration.folderMillis})`);
}
