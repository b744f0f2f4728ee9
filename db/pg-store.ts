import { drizzle } from "drizzle-orm/pg-proxy";
import { runBody } from "./body.ts";
import { Gate } from "./gate.ts";
import { Lifecycle } from "./lifecycle.ts";
import { pauseBeforeRetry } from "./pause.ts";
import { alterPg } from "./pg-alter.ts";
import type { PgConnection, PgConnections } from "./pg-connections.ts";
import { isLostRace, translatePg } from "./pg-errors.ts";
import { inTransaction } from "./pg-transaction.ts";
import { Scope } from "./scope.ts";
import type { MigratableStore, Tx } from "./store.ts";
import { isStoreError } from "./store-error.ts";
import { pgTables } from "./tables.ts";

/** Deadlocks come from two bodies that lock in different orders: a few tries with random pauses end every one of them. */
const mostAttempts = 10;

const write = "begin isolation level read committed read write";
const snapshot = "begin isolation level repeatable read read only";

/** The store on Postgres: one code for the server and for its stand-in in tests. */
export function createPgStore(connections: PgConnections): MigratableStore {
  const scope = new Scope();
  const lifecycle = new Lifecycle();

  const admit = <T>(work: () => Promise<T>) => {
    scope.refuseNested();
    return lifecycle.admit(work);
  };
  const once = <T>(begin: string, body: (tx: Tx) => Promise<T>) =>
    inTransaction(connections, begin, (connection) => scope.enter(() => throughGate(connection, body)));

  return {
    engine: connections.engine,
    tx: async (body) => admit(() => retryLostRaces(() => once(write, body))),
    read: async (body) => admit(() => retryLostRaces(() => once(snapshot, body))),
    alter: async (body) => admit(() => alterPg(connections, body)),
    close: async () => {
      scope.refuseNested();
      await lifecycle.close(() => connections.end());
    },
  };
}

async function throughGate<T>(connection: PgConnection, body: (tx: Tx) => Promise<T>): Promise<T> {
  const gate = new Gate((sql, params, method) => connection.query(sql, params, method));
  const tx = { q: drizzle(gate.statement), t: pgTables } as unknown as Tx;
  try {
    return await runBody(gate, () => body(tx), translatePg);
  } catch (error) {
    // Whatever the body made of it, the race was lost by bad luck.
    throw isLostRace(gate.failure) ? translatePg(gate.failure) : error;
  }
}

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
