import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "#db/store/store-error.ts";

/** The name of the database file in a data folder, and of its copy in a backup. */
export const databaseName = "evenhand.sqlite";

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;

/**
 * Returns the path of a data folder's database file. Creates the folder and the file if needed, readable by this user
 * only. SQLite gives the files that it puts next to it the same rights.
 *
 * @throws StoreError "read-only" when the folder or the file is not writable, "unavailable" when it cannot be created
 */
export function databaseFile(dataFolder: string): string {
  const path = join(dataFolder, databaseName);
  try {
    mkdirSync(dataFolder, { recursive: true, mode: ownerOnlyFolder });
    // The folder must be writable too: SQLite creates and removes files next to the database.
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
    if (!existsSync(path)) closeSync(openSync(path, "a", ownerOnlyFile));
    accessSync(path, constants.R_OK | constants.W_OK);
    chmodSync(path, ownerOnlyFile);
    return path;
  } catch (error) {
    throw refusal(dataFolder, error);
  }
}

const readOnlyCodes = ["EACCES", "EPERM", "EROFS"];

function refusal(dataFolder: string, error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new StoreError("full", `The disk of the data folder ${dataFolder} is full.`, {
      cause: error,
    });
  }
  if (readOnlyCodes.includes(code)) {
    return new StoreError(
      "read-only",
      `The data folder ${dataFolder} is not writable. Make it writable for the user who runs Evenhand, or set EVENHAND_DATA to another folder.`,
      { cause: error },
    );
  }
  return new StoreError("unavailable", `${dataFolder} cannot be used as the data folder (${code}).`, {
    cause: error,
  });
}
