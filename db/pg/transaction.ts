import { isStoreError, StoreError } from "#db/store/store-error.ts";
import type { PgConnection, PgConnections } from "./connections.ts";
import { translatePg } from "./errors.ts";

/**
 * Runs one transaction on a connection of its own, from `begin` to `commit`.
 *
 * @throws what `body` threw, after a rollback; StoreError. "unavailable" from the commit itself leaves open whether it
 * happened: the callers' idempotency keys answer that.
 */
export async function inTransaction<T>(
  connections: Pick<PgConnections, "take">,
  begin: string,
  body: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await takeAndBegin(connections, begin);
  let broken = false;
  try {
    const value = await body(connection);
    const done = await command(connection, "commit");
    // A commit after a failed statement is a rollback, and not an error.
    if (done !== "COMMIT") throw new StoreError("statement", `Postgres answered ${done} to a commit.`);
    return value;
  } catch (error) {
    broken = !(await rollback(connection));
    throw error;
  } finally {
    connection.release(broken);
  }
}

/** More than a pool has: after a restart of the server, each of its idle connections may be dead. */
const maxDeadConnections = 20;

async function takeAndBegin(connections: Pick<PgConnections, "take">, begin: string): Promise<PgConnection> {
  for (let dead = 1; ; dead++) {
    const connection = await connections.take();
    try {
      await command(connection, begin);
      return connection;
    } catch (error) {
      connection.release(true);
      // No transaction was begun, so another try loses nothing; `take` throws when there is no server at all.
      if (!isStoreError(error) || error.code !== "unavailable" || dead >= maxDeadConnections) throw error;
    }
  }
}

async function command(connection: PgConnection, sql: string): Promise<string> {
  try {
    return (await connection.query(sql, [], "execute")).command;
  } catch (error) {
    throw translatePg(error);
  }
}

async function rollback(connection: PgConnection): Promise<boolean> {
  try {
    await connection.query("rollback", [], "execute");
    return true;
  } catch {
    // The earlier error is reported; this one only means that the connection is lost.
    return false;
  }
}
