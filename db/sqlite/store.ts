import { drizzle } from "drizzle-orm/sqlite-proxy";
import { sqliteTables } from "#db/schema/tables.ts";
import { runBody } from "#db/store/body.ts";
import { Lifecycle } from "#db/store/lifecycle.ts";
import { withPrepared } from "#db/store/prepared.ts";
import { Scope } from "#db/store/scope.ts";
import { type Statement, StatementQueue } from "#db/store/statement-queue.ts";
import type { MigratableStore, Tx } from "#db/store/store.ts";
import { alterSqlite } from "./alter.ts";
import { openSqlite, type SqliteConnection, statementsOf } from "./connection.ts";
import { translateSqlite } from "./errors.ts";
import { SqliteReaders } from "./readers.ts";
import { SqliteWriter, type WriterLimits, writerLimits } from "./writer.ts";

/**
 * The store on one SQLite file, which it makes if it is not there. Several processes of one machine may have the same
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
    tx: async (body) => admit(() => writer.submit(() => scope.enter(() => throughGate(run, body)))),
    read: async (body) =>
      admit(() => readers.withSnapshot((statement) => scope.enter(() => throughGate(statement, body)))),
    // Whoever can open the file is on this machine, and sees time pass since the same start of it.
    time: async () => Number(process.hrtime.bigint() / 1_000_000n),
    // Each reader has a connection of its own.
    backlogOf: (kind) => (kind === "write" ? writer.waitedMs : 0),
    alter: async (body) => admit(() => alterSqlite(path, allLimits.busyMs, body)),
    close: async () => {
      scope.refuseNested();
      await lifecycle.close(() => {
        readers.close();
        emptyLog(connection);
        connection.close();
      });
    },
  };
}

/** What is only in the log by now goes into the file, so that the file by itself is a whole backup. */
function emptyLog(connection: SqliteConnection): void {
  // It answers, and does not fail, when another process stands in its way.
  connection.pragma("wal_checkpoint(TRUNCATE)");
}

function throughGate<T>(run: Statement, body: (tx: Tx) => Promise<T>): Promise<T> {
  const gate = new StatementQueue(run);
  return runBody(gate, () => body(txOver(gate.statement)), translateSqlite);
}

// SQLite's query builders answer to the same calls as those of Postgres; `SelectQueries` leaves out what they do not.
const txOver = withPrepared((statement) => ({ q: drizzle(statement), t: sqliteTables }) as unknown as Tx);
