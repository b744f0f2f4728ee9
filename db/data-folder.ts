import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "#db/store/store-error.ts";

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;

/**
 * The database file of a data folder: folder and file are made if need be, for this user's eyes only. SQLite gives the
 * files it puts beside it the same rights.
 *
 * @throws StoreError "read-only" when the folder or the file takes no writes, "unavailable" when there can be none
 */
export function databaseFile(dataFolder: string): string {
  const path = join(dataFolder, "evenhand.sqlite");
  try {
    mkdirSync(dataFolder, { recursive: true, mode: ownerOnlyFolder });
    // The folder too: SQLite makes and removes files beside the database.
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
    return new StoreError("full", `There is no room on the disk of the data folder ${dataFolder}.`, {
      cause: error,
    });
  }
  if (readOnlyCodes.includes(code)) {
    return new StoreError(
      "read-only",
      `The data folder ${dataFolder} takes no writes: give it to the user who runs Evenhand, or set EVENHAND_DATA to another.`,
      { cause: error },
    );
  }
  return new StoreError("unavailable", `${dataFolder} cannot be used as the data folder (${code}).`, {
    cause: error,
  });
}
