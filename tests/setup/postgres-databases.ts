import { randomBytes } from "node:crypto";
import pg from "pg";
import type { StoreLocation } from "#db/open-store.ts";

/**
 * Makes a database on the server, empty or as a copy.
 * Copying files takes half the time of a copy through the write-ahead log, the server's default.
 *
 * @returns its name
 */
export async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `evenhand_test_${randomBytes(8).toString("hex")}`;
  const copied = template ? ` template ${template} strategy file_copy` : "";
  await onServer(serverUrl, [`create database ${name}${copied}`]);
  return name;
}

export function dropDatabases(serverUrl: string, names: readonly string[]): Promise<void> {
  return onServer(
    serverUrl,
    names.map((name) => `drop database if exists ${name} with (force)`),
  );
}

export function placeOf(serverUrl: string, database: string): StoreLocation {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return { dataFolder: "", databaseUrl: url.href };
}

/** Runs statements one after another outside a transaction, as creating and dropping databases requires. */
async function onServer(serverUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
