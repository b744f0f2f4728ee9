import type { StatementMethod } from "#db/store/statement-queue.ts";
import type { EngineName } from "#db/store/store.ts";

/** One connection while somebody has it. */
export interface PgConnection {
  /** @returns rows as lists for "all", as objects for "execute"; `command` is the server's word for what it did */
  query(
    sql: string,
    params: readonly unknown[],
    method: StatementMethod,
  ): Promise<{ rows: unknown[]; command: string }>;
  /** @param broken  true: the connection must not be used again */
  release(broken: boolean): void;
}

/** Where connections come from: the pool, or the one connection of a stand-in. */
export interface PgConnections {
  readonly engine: EngineName;
  take(): Promise<PgConnection>;
  end(): Promise<void>;
}
