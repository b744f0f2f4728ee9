import { drizzle } from "drizzle-orm/sqlite-proxy";
import { sqliteTables } from "#db/schema/tables.ts";
import { runBody } from "#db/store/body.ts";
import { Lifecycle } from "#db/store/lifecycle.ts";
import { withPrepared } from "#db/store/prepared.ts";
import { Scope } from "#db/store/scope.ts";
import { type Statement, StatementQueue } from "#db/store/statement-queue.ts";
import type { MigratableStore, RunSql, Tx } from "#db/store/store.ts";
import { StoreError } from "#db/store/store-error.ts";
import { retryWhileBusy } from "./busy.ts";
import { openSqlite, type SqliteConnection, statementsOf } from "./connection.ts";
import { translateSqlite } from "./errors.ts";
import { SqliteReaders } from "./readers.ts";
import { SqliteWriter, type WriterLimits, writerLimits } from "./writer.ts";

/**
 * Opens the store on one SQLite file, which is created if missing. Several processes of one machine may have the same
 * file open.
 *
 * @throws StoreError "unavailable", "read-only", "not-durable", "busy"
 */
export async function openSqliteStore(
  path: string,
  limits: Partial<WriterLimits> = {},
): Promise<MigratableStore> {
  const allLimits = { ...writerLimits, ...limits };
  const connection = await openSqlite(path);
  const run = statementsOf(connection);
  const writer = new SqliteWriter(connection, allLimits);
  const readers = new SqliteReaders(path);
  const scope = new Scope();
  const lifecycle = new Lifecycle();

  const admit = <T>(work: () => Promise<T>) => {
    scope.refuseNested();
    return lifecycle.admit(work);
  };

  return {
    engine: "sqlite",
    tx: async (body) => admit(() => writer.submit(() => scope.enter(() => runQueued(run, body)))),
    read: async (body) =>
      admit(() => readers.withSnapshot((statement) => scope.enter(() => runQueued(statement, body)))),
    // Every process that can open the file is on this machine, so all count time from the same boot.
    time: async () => Number(process.hrtime.bigint() / 1_000_000n),
    // Each reader has a connection of its own.
    backlogOf: (kind) => (kind === "write" ? writer.waitedMs : 0),
    alter: async (body) => admit(() => alterSqlite(path, allLimits.busyMs, body)),
    close: async () => {
      scope.refuseNested();
      await lifecycle.close(() => {
        readers.close();
        truncateWal(connection);
        connection.close();
      });
    },
  };
}

/** Moves the content of the write-ahead log into the file, so that the file alone is a complete backup. */
function truncateWal(connection: SqliteConnection): void {
  // If another process blocks it, the answer says so and no error is thrown.
  connection.pragma("wal_checkpoint(TRUNCATE)");
}

function runQueued<T>(run: Statement, body: (tx: Tx) => Promise<T>): Promise<T> {
  const queue = new StatementQueue(run);
  return runBody(queue, () => body(txOver(queue.statement)), translateSqlite);
}

// SQLite's query builders accept the same calls as those of Postgres; `SelectQueries` leaves out the ones they do not.
const txOver = withPrepared((statement) => ({ q: drizzle(statement), t: sqliteTables }) as unknown as Tx);

/**
 * Implements `alter` of the SQLite store; see `MigratableStore`. Uses a connection of its own, because of the foreign
 * keys.
 */
async function alterSqlite<T>(path: string, busyMs: number, body: (run: RunSql) => Promise<T>): Promise<T> {
  const connection = await openSqlite(path);
  try {
    // Must be outside a transaction, where SQLite would ignore it and DROP TABLE would delete the children's rows.
    connection.pragma("foreign_keys = OFF");
    await retryWhileBusy(() => connection.exec("begin exclusive"), busyMs);
    const result = await body(runOn(connection));
    checkForeignKeys(connection);
    connection.exec("commit");
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec("rollback");
    throw error;
  } finally {
    connection.close();
  }
}

function runOn(connection: SqliteConnection): RunSql {
  return async (sql, params = []) => {
    try {
      const statement = connection.prepare<unknown[], unknown[]>(sql);
      if (statement.reader) return statement.raw().all(...params);
      statement.run(...params);
      return [];
    } catch (error) {
      throw translateSqlite(error);
    }
  };
}

function checkForeignKeys(connection: SqliteConnection): void {
  const orphans = connection.pragma("foreign_key_check") as { table: string }[];
  if (orphans.length === 0) return;
  const tables = [...new Set(orphans.map((orphan) => orphan.table))].join(", ");
  throw new StoreError(
    "foreign-schema",
    `After this change ${orphans.length} rows would refer to missing rows (${tables}).`,
  );
}
