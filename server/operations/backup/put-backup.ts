import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { copyNames, isInUse, putBack, type StoreLocation } from "#db/copy.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { secretsPath } from "#server/platform/secrets/file.ts";
import { refuseOtherSecrets } from "#server/platform/secrets/secrets.ts";
import { readManifest } from "./manifest.ts";

/** Refuses to go on while a server uses the database. @throws StartError while a server is running */
export async function requireStoppedServer(location: StoreLocation): Promise<void> {
  if (await isInUse(location))
    throw new StartError("A server is running on this database: stop it first. Nothing was changed.");
}

/**
 * Replaces the database of a stopped server with a backup, and restores the secrets where there are none.
 *
 * @returns where the earlier SQLite files were moved; null with PostgreSQL
 * @throws Error with a sentence, and nothing changed, if the backup is incomplete or of another server
 */
export async function putBackup(location: StoreLocation, folder: string): Promise<string | null> {
  const { database, files } = await readManifest(folder);
  const isOfSqlite = database === copyNames.sqlite;
  if (isOfSqlite !== !location.databaseUrl) {
    throw new StartError(
      `This backup is of ${isOfSqlite ? "SQLite: unset" : "PostgreSQL: set"} DATABASE_URL.`,
    );
  }
  const own = secretsPath(location.dataFolder);
  const secrets = "secrets.json" in files ? join(folder, "secrets.json") : null;
  // Existing secrets stay, if they differ in the cookie key at most.
  if (secrets !== null && existsSync(own)) refuseOtherSecrets(own, secrets);
  const aside = await putBack(location, join(folder, database));
  // Done after the steps that may fail: a refused restore leaves no secrets behind.
  if (secrets !== null && !existsSync(own)) copyFileSync(secrets, own);
  return aside;
}
