import { closeSync, fsyncSync, openSync } from "node:fs";
import { openSqlite } from "./connection.ts";
import { translateSqlite } from "./errors.ts";

/**
 * Writes a whole copy of a database that may be in use, as it stands at one moment. It holds up the thread, not the
 * writers: for a process of its own.
 *
 * @param target a file that is not there yet
 */
export async function copySqlite(source: string, target: string): Promise<void> {
  const connection = await openSqlite(source);
  try {
    connection.prepare("vacuum into ?").run(target);
  } catch (error) {
    throw translateSqlite(error);
  } finally {
    connection.close();
  }
  const file = openSync(target, "r+");
  fsyncSync(file);
  closeSync(file);
}

/** Whether another process has the database open: it stays in WAL mode until the last one lets go. */
export async function isSqliteInUse(source: string): Promise<boolean> {
  const connection = await openSqlite(source);
  try {
    return connection.pragma("journal_mode = DELETE", { simple: true }) !== "delete";
  } catch {
    return true;
  } finally {
    connection.close();
  }
}
