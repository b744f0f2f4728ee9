import { closeSync, fsyncSync, openSync } from "node:fs";
import { openSqlite } from "./connection.ts";
import { translateSqlite } from "./errors.ts";

/**
 * Writes a whole copy of a database that may be in use, as of one moment. It blocks the thread, not the writers, so it
 * runs in a process of its own.
 *
 * @param target a file that does not exist yet
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

/** Whether another process has the database open: it stays in WAL mode until the last one closes it. */
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
