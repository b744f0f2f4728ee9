import type { PgConnection, PgConnections } from "./connections.ts";

/** Requests for a connection, and since when the oldest of them has waited. */
export class WaitingLine {
  readonly #connections: PgConnections;
  // A set keeps the order in which its members were added.
  readonly #since = new Set<{ readonly at: number }>();

  constructor(connections: PgConnections) {
    this.#connections = connections;
  }

  /** Milliseconds that the oldest waiting request has waited. */
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
