import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFile, databaseName } from "./data-folder.ts";
import { openStore, type StoreLocation } from "./open-store.ts";
import { copyPg, isPgInUse, listPg, makeScratchPg, putBackPg } from "./pg/copy.ts";
import { copySqlite, isSqliteInUse } from "./sqlite/copy.ts";
import type { MigratableStore } from "./store/store.ts";

export type { StoreLocation } from "./open-store.ts";

/** Makes, opens and restores whole copies of a database. */

export const copyNames = { sqlite: databaseName, postgres: "evenhand.dump" } as const;
const ownerOnly = 0o600;
export type CopyName = (typeof copyNames)[keyof typeof copyNames];

/**
 * Copies the database into a folder. The database may be in use.
 * @returns the copy's name
 */
export async function copyDatabase(
  { dataFolder, databaseUrl }: StoreLocation,
  folder: string,
): Promise<CopyName> {
  if (databaseUrl) {
    await copyPg(databaseUrl, join(folder, copyNames.postgres));
    chmodSync(join(folder, copyNames.postgres), ownerOnly);
    return copyNames.postgres;
  }
  await copySqlite(databaseFile(dataFolder), join(folder, copyNames.sqlite));
  chmodSync(join(folder, copyNames.sqlite), ownerOnly);
  return copyNames.sqlite;
}

export type OpenedCopy = { readonly store: MigratableStore; readonly close: () => Promise<void> };

/**
 * Opens a duplicate of a copy, as a restore would, and leaves the copy itself unchanged.
 *
 * @returns null where this server lacks the rights to make a scratch database; then only the copy's contents are listed
 */
export async function openCopy(
  location: StoreLocation,
  folder: string,
  name: CopyName,
): Promise<OpenedCopy | null> {
  return name === copyNames.sqlite
    ? openSqliteCopy(join(folder, name))
    : openPgCopy(location.databaseUrl ?? "", join(folder, name));
}

async function openSqliteCopy(copy: string): Promise<OpenedCopy> {
  const dataFolder = mkdtempSync(join(tmpdir(), "evenhand-check-"));
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    copyFileSync(copy, join(dataFolder, databaseName));
    return closing(await openStore({ dataFolder }), async () => remove());
  } catch (error) {
    remove();
    throw error;
  }
}

async function openPgCopy(url: string, copy: string): Promise<OpenedCopy | null> {
  await listPg(url, copy);
  const scratch = await makeScratchPg(url);
  if (scratch === null) return null;
  try {
    await putBackPg(scratch.url, copy);
    return closing(await openStore({ dataFolder: "", databaseUrl: scratch.url }), scratch.drop);
  } catch (error) {
    await scratch.drop();
    throw error;
  }
}

function closing(store: MigratableStore, after: () => Promise<void>): OpenedCopy {
  return { store, close: () => store.close().then(after) };
}

/**
 * Returns whether a server or another program uses the database. A damaged SQLite file cannot be checked and counts as
 * not in use.
 */
export function isInUse({ dataFolder, databaseUrl }: StoreLocation): Promise<boolean> {
  if (databaseUrl) return isPgInUse(databaseUrl);
  return isSqliteInUse(databaseFile(dataFolder)).catch(() => false);
}

/**
 * Replaces the database with a copy. The previous SQLite files are kept in a folder next to it.
 *
 * @returns this folder; null with PostgreSQL
 */
export async function putBack(
  { dataFolder, databaseUrl }: StoreLocation,
  copy: string,
): Promise<string | null> {
  if (databaseUrl) {
    await putBackPg(databaseUrl, copy);
    return null;
  }
  const aside = join(dataFolder, `before-restore-${Date.now()}`);
  const fresh = join(dataFolder, "evenhand.restoring");
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  copyFileSync(copy, fresh);
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = join(dataFolder, `${databaseName}${suffix}`);
    if (existsSync(file)) renameSync(file, join(aside, `${databaseName}${suffix}`));
  }
  renameSync(fresh, join(dataFolder, databaseName));
  return aside;
}
