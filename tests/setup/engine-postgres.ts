import { randomBytes } from "node:crypto";
import pg from "pg";
import { connectStore } from "#db/open-store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import type { TestEngine } from "./engines.ts";
import { migrated, once } from "./migrated.ts";

/** Databases on a real server, each a copy of one that was migrated once. */
export function postgresEngine(serverUrl: string): TestEngine {
  const stores: MigratableStore[] = [];
  const databases: string[] = [];

  const create = async (template?: string) => {
    const name = `evenhand_test_${randomBytes(8).toString("hex")}`;
    databases.push(name);
    await onServer(serverUrl, [`create database ${name}${template ? ` template ${template}` : ""}`]);
    return name;
  };
  const placeOf = (database: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    return { dataFolder: "", databaseUrl: url.href };
  };
  const template = once(async () => {
    const name = await create();
    await migrated(placeOf(name));
    return name;
  });
  const newPlace = async (empty?: "empty") => placeOf(await create(empty ? undefined : await template()));

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
      await onServer(
        serverUrl,
        databases.map((name) => `drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** One after another, outside any transaction: databases are made and dropped only there. */
async function onServer(serverUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
