import { StoreError } from "./store-error.ts";

export type StatementMethod = "run" | "all" | "values" | "get" | "execute";

/** Signature with which Drizzle's proxy drivers pass on a statement; `rows` is one row for "get", else a list. */
export type Statement = (
  sql: string,
  params: readonly unknown[],
  method: StatementMethod,
) => Promise<{ rows: unknown[] }>;

/**
 * The only access of a body to its connection. It runs statements one at a time, keeps the first failure, refuses all
 * later statements, and closes with the body, so that a query without `await` never runs in the next caller's
 * transaction.
 */
export class StatementQueue {
  readonly #run: Statement;
  #last: Promise<unknown> = Promise.resolve();
  #refusal: unknown;
  #isClosed = false;
  /** The engine's error from the first failed statement. */
  failure: unknown;

  constructor(run: Statement) {
    this.#run = run;
  }

  readonly statement: Statement = (sql, params, method) => {
    const turn = this.#last.then(() => this.#pass(sql, params, method));
    this.#last = turn.catch(() => undefined);
    return turn;
  };

  async #pass(sql: string, params: readonly unknown[], method: StatementMethod) {
    if (this.#isClosed) throw ended();
    if (this.#refusal !== undefined) throw this.#refusal;
    try {
      return await this.#run(sql, params, method);
    } catch (error) {
      this.failure ??= error;
      this.#refusal ??= error;
      throw error;
    }
  }

  /** Waits for running statements, then refuses all others. */
  async close(): Promise<void> {
    await this.#last;
    this.#isClosed = true;
  }
}

/** Created only when needed, because creating an error captures a stack. */
function ended(): StoreError {
  return new StoreError("ended-transaction", "This transaction has ended. Await every query in its body.");
}
