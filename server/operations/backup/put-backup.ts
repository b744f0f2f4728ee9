import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { copyNames, isInUse, putBack, type StoreLocation } from "#db/copy.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { secretsPath } from "#server/platform/secrets/file.ts";
import { refuseOtherSecrets } from "#server/platform/secrets/secrets.ts";
import { readManifest } from "./manifest.ts";

/** @throws StartError while a server is running */
export async function requireNobody(location: StoreLocation): Promise<void> {
  if (await isInUse(location))
    throw new StartError("A server is running on this database: stop it first. Nothing was changed.");
}

/**
 * Puts a backup in the place of the database, and its secrets where there are none. Of a server that stopped.
 *
 * @returns where the SQLite files lie that were there before; null with PostgreSQL
 * @throws Error with a sentence, and nothing changed, if it is not whole or not of this server
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
  // Those that are there stay, if they are the same but for the key of the cookies.
  if (secrets !== null && existsSync(own)) refuseOtherSecrets(own, secrets);
  const aside = await putBack(location, join(folder, database));
  // After what may fail: a restore that was refused leaves no secrets behind.
  if (secrets !== null && !existsSync(own)) copyFileSync(secrets, own);
  return aside;
}
