import { nextTurn } from "#db/store/pause.ts";
import type { Statement } from "#db/store/statement-queue.ts";
import { retryWhileBusy } from "./busy.ts";
import { openSqlite, type SqliteConnection, statementsOf } from "./connection.ts";

/** The maximum number of open snapshots. Bodies wait only for the database, so more than one is rare. */
const maxConnections = 8;

type Snapshot = { connection: SqliteConnection; run: Statement };

/** Read-only connections, one for each open snapshot, because a shared one would show later readers an old state. */
export class SqliteReaders {
  readonly #path: string;
  #count = 0;
  readonly #free: Snapshot[] = [];
  readonly #waiting: ((snapshot: Snapshot) => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Runs a body on a snapshot. Statements run on the thread that serves requests, so a body that reads page after page
   * lets other requests run between two pages.
   */
  async withSnapshot<T>(body: (run: Statement) => Promise<T>): Promise<T> {
    await nextTurn();
    const snapshot = await this.#take();
    const { connection, run } = snapshot;
    try {
      await retryWhileBusy(() => begin(connection));
      return await body(run);
    } finally {
      if (connection.inTransaction) connection.exec("rollback");
      this.#give(snapshot);
    }
  }

  /** Closes the connections. Call it once all snapshots have ended. */
  close(): void {
    for (const { connection } of this.#free.splice(0)) connection.close();
  }

  async #take(): Promise<Snapshot> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#count >= maxConnections) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#count += 1;
    try {
      const connection = await openSqlite(this.#path, { readonly: true });
      return { connection, run: statementsOf(connection) };
    } catch (error) {
      this.#count -= 1;
      throw error;
    }
  }

  #give(snapshot: Snapshot): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(snapshot);
    else next(snapshot);
  }
}

/**
 * Begins a snapshot. `begin` alone takes none, the first read does; it can meet a lock while another process recovers
 * the file.
 */
function begin(connection: SqliteConnection): void {
  if (!connection.inTransaction) connection.exec("begin");
  connection.exec("select 1 from sqlite_schema limit 1");
}
