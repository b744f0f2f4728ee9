import { openPgPool } from "#db/pg/pool.ts";
import { createPgStore } from "#db/pg/store.ts";
import { openSqliteStore } from "#db/sqlite/store.ts";
import type { MigratableStore, Store } from "#db/store/store.ts";
import { databaseFile } from "./data-folder.ts";
import { migrate } from "./migrate.ts";

export type StoreLocation = {
  /** Holds the SQLite file; unused with a database server. */
  dataFolder: string;
  /** A postgres://... address; without it the store is a SQLite file. */
  databaseUrl?: string | undefined;
};

/**
 * Opens the database, migrates it and checks that it protects its history. Several processes may do so at once.
 *
 * @param check called before anything is written; a new database has no tables yet
 * @throws StoreError, with a message for the operator who starts the program
 */
export async function openStore(
  location: StoreLocation,
  check: (store: Store) => Promise<void> = async () => undefined,
): Promise<MigratableStore> {
  const store = await connectStore(location);
  try {
    await check(store);
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Connects without migrations and checks: for tests and for programs that only read.
 * @internal
 */
export async function connectStore({ dataFolder, databaseUrl }: StoreLocation): Promise<MigratableStore> {
  return databaseUrl ? createPgStore(openPgPool(databaseUrl)) : openSqliteStore(databaseFile(dataFolder));
}
