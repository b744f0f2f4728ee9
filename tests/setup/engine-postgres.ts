import { connectStore } from "#db/open-store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import type { TestEngine } from "./engines.ts";
import { createDatabase, dropDatabases, placeOf } from "./postgres-databases.ts";

/** Databases on a real server, each a copy of the one that was migrated for this run. */
export function postgresEngine(serverUrl: string): TestEngine {
  const stores: MigratableStore[] = [];
  const databases: string[] = [];

  const newPlace = async (empty?: "empty") => {
    const name = await createDatabase(serverUrl, empty ? undefined : process.env.EVENHAND_TEST_TEMPLATE);
    databases.push(name);
    return placeOf(serverUrl, name);
  };

  return {
    name: "postgres",
    newPlace,
    openStore: async () => {
      const store = await connectStore(await newPlace());
      stores.push(store);
      return store;
    },
    cleanUp: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await dropDatabases(serverUrl, databases);
    },
  };
}
