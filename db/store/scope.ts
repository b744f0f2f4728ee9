import { AsyncLocalStorage } from "node:async_hooks";
import { StoreError } from "./store-error.ts";

/**
 * Tracks whether the running code is inside a body of this store. A nested transaction would wait forever for the outer
 * one's lock, or would not see its uncommitted changes.
 */
export class Scope {
  readonly #inside = new AsyncLocalStorage<{ live: boolean }>();

  refuseNested(): void {
    if (this.#inside.getStore()?.live) {
      throw new StoreError(
        "nested-transaction",
        "store.tx and store.read cannot be nested. Pass the Tx or Reader on instead.",
      );
    }
  }

  async enter<T>(body: () => Promise<T>): Promise<T> {
    const mark = { live: true };
    try {
      return await this.#inside.run(mark, body);
    } finally {
      // Work that a body started and did not await is no longer inside.
      mark.live = false;
    }
  }
}
