import { checkGuards } from "#db/store/check-guards.ts";
import { checkPages, checkSchema } from "#db/store/check-whole.ts";
import { applyMigrations, dialectOf, migrationsFolder } from "#db/store/migrations.ts";
import type { MigratableStore } from "#db/store/store.ts";

/**
 * Migrates the database to this program's schema. Checks that the file is intact, that the tables are the program's and
 * that the guards of the append-only tables are in place. Several processes may start at once: one of them does the
 * work, and the others find it done.
 *
 * @throws StoreError "damaged", "newer-database", "foreign-schema", "guards-missing": then nothing was changed
 */
export async function migrate(store: MigratableStore): Promise<void> {
  const dialect = dialectOf(store.engine);
  await store.alter(async (run) => {
    await checkPages(dialect, run);
    await applyMigrations(run, migrationsFolder(dialect));
    await checkSchema(dialect, run);
    await checkGuards(dialect, run);
  });
}
