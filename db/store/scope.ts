import { AsyncLocalStorage } from "node:async_hooks";
import { StoreError } from "./store-error.ts";

/**
 * Tracks whether the running code is inside a body of this store. A second transaction in there would wait for the
 * first one's lock for ever (or would miss what the first one has not committed yet).
 */
export class Scope {
  readonly #inside = new AsyncLocalStorage<{ live: boolean }>();

  refuseNested(): void {
    if (this.#inside.getStore()?.live) {
      throw new StoreError(
        "nested-transaction",
        "store.tx and store.read cannot be used inside each other's bodies: pass the Tx or Reader on.",
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
