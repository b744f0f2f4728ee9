import { StoreError } from "./store-error.ts";

/** Admits work until it is closed; then waits for running work and releases the connections, once. */
export class Lifecycle {
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new StoreError("closed", "The store is closed.");
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  close(release: () => void | Promise<void>): Promise<void> {
    this.#closing ??= this.#end(release);
    return this.#closing;
  }

  async #end(release: () => void | Promise<void>): Promise<void> {
    await Promise.allSettled(this.#running);
    await release();
  }
}
