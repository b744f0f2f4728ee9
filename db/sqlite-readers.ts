import type { Statement } from "./gate.ts";
import { busyLimitMs, retryWhileBusy } from "./sqlite-busy.ts";
import { openSqlite, type SqliteConnection, statementsOf } from "./sqlite-connection.ts";

/** Snapshots open at once; bodies wait for nothing but the database, so more than one is rare. */
const mostConnections = 8;

type Snapshot = { connection: SqliteConnection; run: Statement };

/** Read-only connections, one for each snapshot that is open: a shared one would show late comers an old state. */
export class SqliteReaders {
  readonly #path: string;
  readonly #all: Snapshot[] = [];
  readonly #free: Snapshot[] = [];
  readonly #waiting: ((snapshot: Snapshot) => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async withSnapshot<T>(body: (run: Statement) => Promise<T>): Promise<T> {
    const snapshot = await this.#take();
    const { connection, run } = snapshot;
    try {
      await retryWhileBusy(() => begin(connection), busyLimitMs);
      return await body(run);
    } finally {
      if (connection.inTransaction) connection.exec("rollback");
      this.#give(snapshot);
    }
  }

  close(): void {
    for (const { connection } of this.#all) connection.close();
  }

  async #take(): Promise<Snapshot> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#all.length >= mostConnections) return new Promise((resolve) => this.#waiting.push(resolve));
    const connection = openSqlite(this.#path, { readonly: true });
    const snapshot = { connection, run: statementsOf(connection) };
    this.#all.push(snapshot);
    return snapshot;
  }

  #give(snapshot: Snapshot): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(snapshot);
    else next(snapshot);
  }
}

/** `begin` alone takes no snapshot, the first read does; it can meet a lock while another process recovers the file. */
function begin(connection: SqliteConnection): void {
  if (!connection.inTransaction) connection.exec("begin");
  connection.exec("select 1 from sqlite_schema limit 1");
}
