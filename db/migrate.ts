import { checkGuards } from "#db/store/check-guards.ts";
import { checkPages, checkSchema } from "#db/store/check-whole.ts";
import { applyMigrations, migrationsFolder } from "#db/store/migrations.ts";
import type { MigratableStore } from "#db/store/store.ts";

/**
 * Migrates the database to this program's schema. Checks that the file is intact, that the tables are the program's and
 * that the guards of the append-only tables are in place. Several processes may start at once: one of them
 * migrates, and the others find nothing to do.
 *
 * @throws StoreError "damaged", "newer-database", "foreign-schema", "guards-missing": then nothing was changed
 */
export async function migrate(store: MigratableStore): Promise<void> {
  const { engine } = store;
  await store.alter(async (run) => {
    await checkPages(engine, run);
    await applyMigrations(run, migrationsFolder(engine));
    await checkSchema(engine, run);
    await checkGuards(engine, run);
  });
}
