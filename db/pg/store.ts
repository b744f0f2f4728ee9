import { drizzle } from "drizzle-orm/pg-proxy";
import { pgTables } from "#db/schema/tables.ts";
import { runBody } from "#db/store/body.ts";
import { Lifecycle } from "#db/store/lifecycle.ts";
import { pauseBeforeRetry } from "#db/store/pause.ts";
import { withPrepared } from "#db/store/prepared.ts";
import { Scope } from "#db/store/scope.ts";
import { StatementQueue } from "#db/store/statement-queue.ts";
import type { MigratableStore, RunSql, Tx } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import type { PgConnection, PgConnections } from "./connections.ts";
import { isLostRace, translatePg } from "./errors.ts";
import { inTransaction } from "./transaction.ts";

/** Deadlocks come from two bodies that lock in different orders. A few tries with random pauses resolve every one. */
const maxAttempts = 10;

const write = "begin isolation level read committed read write";
const snapshot = "begin isolation level repeatable read read only";

/** Creates the store on Postgres, for a server or for its stand-in in tests. */
export function createPgStore(connections: PgConnections): MigratableStore {
  const scope = new Scope();
  const lifecycle = new Lifecycle();
  const queue = new ConnectionQueue(connections);

  const admit = <T>(work: () => Promise<T>) => {
    scope.refuseNested();
    return lifecycle.admit(work);
  };
  const once = <T>(begin: string, body: (tx: Tx) => Promise<T>) =>
    inTransaction(queue, begin, (connection) => scope.enter(() => runQueued(connection, body)));

  return {
    engine: connections.engine,
    tx: async (body) => admit(() => retryLostRaces(() => once(write, body))),
    read: async (body) => admit(() => retryLostRaces(() => once(snapshot, body))),
    time: async () => admit(() => readTime(connections)),
    // Reads need a connection too.
    backlogOf: () => queue.waitedMs,
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

async function runQueued<T>(connection: PgConnection, body: (tx: Tx) => Promise<T>): Promise<T> {
  const queue = new StatementQueue((sql, params, method) => connection.query(sql, params, method));
  try {
    return await runBody(queue, () => body(txOver(queue.statement)), translatePg);
  } catch (error) {
    // A lost race is reported as such, even if the body threw another error, because it can be retried.
    throw isLostRace(queue.failure) ? translatePg(queue.failure) : error;
  }
}

const txOver = withPrepared((statement) => ({ q: drizzle(statement), t: pgTables }) as unknown as Tx);

async function retryLostRaces<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt >= maxAttempts || !isStoreError(error) || !isLostRace(error.cause)) throw error;
      await pauseBeforeRetry(attempt, 200);
    }
  }
}

/** Key of the advisory lock that a process holds while it changes this product's schema. Any fixed number works. */
const lockKey = 7_318_349_394;
const waitMs = 60_000;

/** Implements `alter` of the Postgres store; see `MigratableStore`. */
function alterPg<T>(connections: PgConnections, body: (run: RunSql) => Promise<T>): Promise<T> {
  return inTransaction(connections, write, async (connection) => {
    const run = runOn(connection);
    await run(`set local lock_timeout = ${waitMs}`);
    await run("select pg_advisory_xact_lock($1)", [lockKey]);
    return body(run);
  });
}

function runOn(connection: PgConnection): RunSql {
  return async (sql, params = []) => {
    try {
      return (await connection.query(sql, params, "all")).rows as unknown[][];
    } catch (error) {
      throw translatePg(error);
    }
  };
}

/** Waiting requests for a connection, and how long the oldest has waited. */
class ConnectionQueue {
  readonly #connections: PgConnections;
  // A set keeps the order in which its members were added.
  readonly #since = new Set<{ readonly at: number }>();

  constructor(connections: PgConnections) {
    this.#connections = connections;
  }

  /** Milliseconds that the oldest waiting request has waited. */
  get waitedMs(): number {
    const [first] = this.#since;
    return first === undefined ? 0 : performance.now() - first.at;
  }

  async take(): Promise<PgConnection> {
    const place = { at: performance.now() };
    this.#since.add(place);
    try {
      return await this.#connections.take();
    } finally {
      this.#since.delete(place);
    }
  }
}
