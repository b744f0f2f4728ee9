import type { StatementMethod } from "#db/store/statement-queue.ts";
import type { EngineName } from "#db/store/store.ts";

/** A connection while it is checked out. */
export interface PgConnection {
  /** @returns rows as arrays for "all", as objects for "execute"; `command` is the server's command tag */
  query(
    sql: string,
    params: readonly unknown[],
    method: StatementMethod,
  ): Promise<{ rows: unknown[]; command: string }>;
  /** @param broken  true: the connection must not be used again */
  release(broken: boolean): void;
}

/** Source of connections: the pool, or the single connection of a stand-in for tests. */
export interface PgConnections {
  readonly engine: EngineName;
  take(): Promise<PgConnection>;
  end(): Promise<void>;
}
