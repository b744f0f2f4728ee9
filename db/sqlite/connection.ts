import Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { Statement } from "#db/store/statement-queue.ts";
import { StoreError } from "#db/store/store-error.ts";
import { retryWhileBusy } from "./busy.ts";

export type SqliteConnection = Database.Database;

const fullSync = 2;

/**
 * Opens a file with this product's settings. The driver does not wait for locks (timeout 0): its waiting would stop the
 * whole process.
 *
 * @throws StoreError "unavailable", "read-only", "not-durable"; "busy" when other processes block the opening
 */
export function openSqlite(path: string, { readonly = false } = {}): Promise<SqliteConnection> {
  // The change to WAL, and its end when the last other process closes the file, take locks.
  return retryWhileBusy(() => openOnce(path, readonly));
}

function openOnce(path: string, readonly: boolean): SqliteConnection {
  let connection: SqliteConnection | undefined;
  try {
    connection = new Database(path, { readonly, timeout: 0 });
    if (!readonly) switchToWal(connection);
    // The driver is built to run WAL at NORMAL, which loses acknowledged commits in a power cut.
    connection.pragma("synchronous = FULL");
    // macOS: fsync alone leaves the data in the drive's cache. Elsewhere these two do nothing.
    connection.pragma("fullfsync = ON");
    connection.pragma("checkpoint_fullfsync = ON");
    connection.pragma("foreign_keys = ON");
    connection.pragma("recursive_triggers = ON");
    connection.pragma("trusted_schema = OFF");
    // Erased data is overwritten with zeros, not left in free pages where a later reader of the file could find it.
    connection.pragma("secure_delete = ON");
    assertDurable(connection);
    return connection;
  } catch (error) {
    connection?.close();
    throw error;
  }
}

/**
 * Switches to WAL. Not every file system can share memory between processes; there SQLite silently keeps another
 * journal.
 */
function switchToWal(connection: SqliteConnection): void {
  const mode = connection.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal") {
    throw new StoreError(
      "unavailable",
      `This file system does not support SQLite's write-ahead log (got ${mode}).`,
    );
  }
}

/**
 * Checks that commits on this connection wait for the disk. Runs after a first statement, because SQLite sets its
 * default for WAL only when it first reads the file.
 *
 * @throws StoreError "not-durable"
 * @internal
 */
export function assertDurable(connection: SqliteConnection): void {
  connection.prepare("select count(*) from sqlite_schema").get();
  const level = connection.pragma("synchronous", { simple: true });
  if (typeof level !== "number" || level < fullSync) {
    throw new StoreError(
      "not-durable",
      `SQLite would confirm commits before they are on the disk (synchronous = ${level}).`,
    );
  }
}

/**
 * The maximum number of cached statements. More than the product has, but limited, because lists in `in (...)` create
 * ever new ones.
 */
const maxStatements = 500;

/** Adapts the connection to Drizzle's proxy driver, and caches its prepared statements. */
export function statementsOf(connection: SqliteConnection): Statement {
  const cache = new LRUCache<string, Database.Statement>({ max: maxStatements });
  const prepare = (sql: string) => {
    const known = cache.get(sql);
    if (known !== undefined) return known;
    const made = connection.prepare(sql);
    if (made.reader) made.raw(true);
    cache.set(sql, made);
    return made;
  };
  return async (sql, params) => {
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(...params) };
    statement.run(...params);
    return { rows: [] };
  };
}
