import { checkGuards } from "#db/store/check-guards.ts";
import { checkPages, checkSchema } from "#db/store/check-whole.ts";
import { applyMigrations, dialectOf, migrationsFolder } from "#db/store/migrations.ts";
import type { MigratableStore } from "#db/store/store.ts";

/**
 * Brings the database to this program's schema and makes sure that its file is whole, its tables are the program's and the
 * guards of the append-only tables stand. Safe when several processes start at once: one of them does it, the others find
 * it done.
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
