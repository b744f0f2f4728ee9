import type { PgConnection, PgConnections } from "./pg-connections.ts";
import { translatePg } from "./pg-errors.ts";
import { StoreError } from "./store-error.ts";

/**
 * One transaction on a connection of its own, from `begin` to `commit`.
 *
 * @throws what `body` threw, after a rollback; StoreError. "unavailable" out of the commit itself leaves open whether
 * it happened: the callers' idempotency keys answer that.
 */
export async function inTransaction<T>(
  connections: PgConnections,
  begin: string,
  body: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await connections.take();
  let broken = false;
  try {
    await command(connection, begin);
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
    // The error that led here is the one to report; this only says that the connection is gone.
    return false;
  }
}
