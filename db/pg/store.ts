import { drizzle } from "drizzle-orm/pg-proxy";
import { pgTables } from "#db/schema/tables.ts";
import { runBody } from "#db/store/body.ts";
import { Lifecycle } from "#db/store/lifecycle.ts";
import { pauseBeforeRetry } from "#db/store/pause.ts";
import { withPrepared } from "#db/store/prepared.ts";
import { Scope } from "#db/store/scope.ts";
import { StatementQueue } from "#db/store/statement-queue.ts";
import type { MigratableStore, Tx } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { alterPg } from "./alter.ts";
import type { PgConnection, PgConnections } from "./connections.ts";
import { isLostRace, translatePg } from "./errors.ts";
import { inTransaction } from "./transaction.ts";
import { WaitingLine } from "./waiting-line.ts";

/** Deadlocks come from two bodies that lock in different orders. A few tries with random pauses resolve every one. */
const mostAttempts = 10;

const write = "begin isolation level read committed read write";
const snapshot = "begin isolation level repeatable read read only";

/** Makes the store on Postgres, for the server and for its stand-in in tests. */
export function createPgStore(connections: PgConnections): MigratableStore {
  const scope = new Scope();
  const lifecycle = new Lifecycle();
  const line = new WaitingLine(connections);

  const admit = <T>(work: () => Promise<T>) => {
    scope.refuseNested();
    return lifecycle.admit(work);
  };
  const once = <T>(begin: string, body: (tx: Tx) => Promise<T>) =>
    inTransaction(line, begin, (connection) => scope.enter(() => throughGate(connection, body)));

  return {
    engine: connections.engine,
    tx: async (body) => admit(() => retryLostRaces(() => once(write, body))),
    read: async (body) => admit(() => retryLostRaces(() => once(snapshot, body))),
    time: async () => admit(() => readTime(connections)),
    // Reads need a connection too.
    backlogOf: () => line.waitedMs,
    alter: async (body) => admit(() => alterPg(connections, body)),
    close: async () => {
      scope.refuseNested();
      await lifecycle.close(() => connections.end());
    },
  };
}

async function readTime(connections: PgConnections): Promise<number> {
  const connection = await connections.take();
  try {
    const sql = "select floor(extract(epoch from clock_timestamp()) * 1000)::float8";
    const { rows } = await connection.query(sql, [], "all");
    return Number((rows as unknown[][])[0]?.[0]);
  } finally {
    connection.release(false);
  }
}

async function throughGate<T>(connection: PgConnection, body: (tx: Tx) => Promise<T>): Promise<T> {
  const gate = new StatementQueue((sql, params, method) => connection.query(sql, params, method));
  try {
    return await runBody(gate, () => body(txOver(gate.statement)), translatePg);
  } catch (error) {
    // A lost race is reported as such, whatever the body made of the error: it can be retried.
    throw isLostRace(gate.failure) ? translatePg(gate.failure) : error;
  }
}

const txOver = withPrepared((statement) => ({ q: drizzle(statement), t: pgTables }) as unknown as Tx);

async function retryLostRaces<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt >= mostAttempts || !isStoreError(error) || !isLostRace(error.cause)) throw error;
      await pauseBeforeRetry(attempt, 200);
    }
  }
}
