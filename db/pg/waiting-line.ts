import type { PgConnection, PgConnections } from "./connections.ts";

/** Connections, and since when somebody waits for one. */
export class WaitingLine {
  readonly #connections: PgConnections;
  // A set keeps the order in which its members came.
  readonly #since = new Set<{ readonly at: number }>();

  constructor(connections: PgConnections) {
    this.#connections = connections;
  }

  /** How long the first in the line has waited. */
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
