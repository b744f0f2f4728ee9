import pg from "pg";
import { StoreError } from "#db/store/store-error.ts";
import type { PgConnection, PgConnections } from "./connections.ts";
import { translatePg } from "./errors.ts";

const maxConnections = 10;
const waitForConnectionMs = 10_000;

/**
 * Time limits for each session. The server may have none, and a lock that is never released must not block all other
 * clients.
 */
const sessionSettings = "set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '60s'";

/** @throws StoreError "busy", "unavailable", "not-durable" when a connection is taken */
export function openPgPool(databaseUrl: string): PgConnections {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: waitForConnectionMs,
    application_name: "evenhand",
  });
  // The pool has already dropped that idle connection; without a listener the process would end.
  pool.on("error", () => undefined);
  const ready = new WeakSet<pg.PoolClient>();

  return {
    engine: "postgres",
    take: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw translatePg(error);
      });
      try {
        if (!ready.has(client)) await prepareSession(client);
        ready.add(client);
      } catch (error) {
        client.release(true);
        throw translatePg(error);
      }
      return connectionOf(client);
    },
    end: () => pool.end(),
  };
}

type QueryClient = { query(sql: string): Promise<{ rows: unknown[] }> };

async function prepareSession(client: QueryClient): Promise<void> {
  await client.query(sessionSettings);
  const { rows } = await client.query("show synchronous_commit");
  if (!isDurable(rows)) await client.query("set synchronous_commit = on");
  await assertDurablePg(client);
}

/**
 * @throws StoreError "not-durable" unless commits of this session wait for the server's disk
 * @internal
 */
export async function assertDurablePg(client: QueryClient): Promise<void> {
  const { rows } = await client.query("show synchronous_commit");
  if (!isDurable(rows)) {
    throw new StoreError(
      "not-durable",
      "Postgres would confirm commits before they are on the disk (synchronous_commit).",
    );
  }
}

function isDurable(rows: readonly unknown[]): boolean {
  const [row] = rows as { synchronous_commit: string }[];
  return row?.synchronous_commit === "on" || row?.synchronous_commit === "remote_apply";
}

function connectionOf(client: pg.PoolClient): PgConnection {
  let lost = false;
  const onError = () => {
    lost = true;
  };
  // While a connection is checked out the pool does not listen to it, and losing it would end the process.
  client.on("error", onError);
  return {
    query: async (text, values, method) => {
      const config = { text, values: [...values], types: { getTypeParser } };
      const result =
        method === "execute"
          ? await client.query(config)
          : await client.query({ ...config, rowMode: "array" as const });
      return { rows: result.rows, command: result.command };
    },
    release: (broken) => {
      client.removeListener("error", onError);
      client.release(broken || lost);
    },
  };
}

const int8 = 20;

/**
 * Reads int8 as a number. The driver returns text, so a bare `count(*)` would be a string here and a number on SQLite.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === int8 ? wholeNumber : pg.types.getTypeParser(oid, format as "text");

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new StoreError("statement", "A whole number exceeds 2^53.");
  return value;
}
