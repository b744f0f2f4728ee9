import type { RunSql } from "#db/store/store.ts";
import type { PgConnection, PgConnections } from "./connections.ts";
import { translatePg } from "./errors.ts";
import { inTransaction } from "./transaction.ts";

/** Key of the advisory lock that a process holds while it changes this product's schema. Any fixed number works. */
const lockKey = 7_318_349_394;
const waitMs = 60_000;

/** Implements `alter` of the Postgres store; see `MigratableStore`. */
export function alterPg<T>(connections: PgConnections, body: (run: RunSql) => Promise<T>): Promise<T> {
  return inTransaction(connections, "begin isolation level read committed read write", async (connection) => {
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
