import type { PGlite } from "@electric-sql/pglite";
import { migrate } from "#db/migrate.ts";
import type { PgConnection, PgConnections } from "#db/pg/connections.ts";
import { createPgStore } from "#db/pg/store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import type { TestEngine } from "./engines.ts";
import { once } from "./migrated.ts";

/** Migrated once a process, whose test files all load copies. */
const template = once(async () => {
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create();
  const store = createPgStore(oneConnection(database));
  await migrate(store);
  const dump = await database.dumpDataDir("none");
  await store.close();
  return { PGlite, dump };
});

/** Postgres compiled for this process: one connection, so no two sessions ever meet. A stand-in, never the proof. */
export function pgliteEngine(): TestEngine {
  const stores: MigratableStore[] = [];
  return {
    name: "pglite",
    newPlace: undefined,
    openStore: async () => {
      const { PGlite, dump } = await template();
      const store = createPgStore(oneConnection(await PGlite.create({ loadDataDir: dump })));
      stores.push(store);
      return store;
    },
    cleanUp: async () => {
      for (const store of stores) await store.close();
    },
  };
}

/** Whoever wants the connection waits until the one before gives it back. */
function oneConnection(database: PGlite): PgConnections {
  let last = Promise.resolve();
  return {
    engine: "pglite",
    take: async () => {
      const { promise: given, resolve: give } = Promise.withResolvers<void>();
      const before = last;
      last = given;
      await before;
      return connectionOf(database, give);
    },
    end: () => database.close(),
  };
}

function connectionOf(database: PGlite, give: () => void): PgConnection {
  return {
    query: async (sql, params, method) => {
      // PGlite does not tell whether a commit was one: after a failed statement this refuses.
      if (sql === "commit") await database.query("select 1");
      const rowMode = method === "execute" ? ("object" as const) : ("array" as const);
      const { rows } = await database.query(sql, [...params], { rowMode });
      return { rows, command: sql.toUpperCase() };
    },
    release: give,
  };
}
