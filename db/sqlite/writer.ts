import { AsyncLocalStorage } from "node:async_hooks";
import { nextTurn, pauseBeforeRetry } from "#db/store/pause.ts";
import { busyLimitMs, busyPauseMs } from "./busy.ts";
import type { SqliteConnection } from "./connection.ts";
import { isBusy, isSqliteError, translateSqlite } from "./errors.ts";

export type WriterLimits = {
  /** The maximum number of bodies that share one commit. */
  batchSize: number;
  /** A batch accepts no further body after this time, because it blocks the process. */
  batchMs: number;
  /** The longest time that a caller waits for another process's lock. */
  busyMs: number;
};

export const writerLimits: WriterLimits = { batchSize: 64, batchMs: 20, busyMs: busyLimitMs };

/**
 * After this long without a gap, the writer pauses, because retries of another process would hardly ever find the lock free.
 */
const holdMs = 100;

type Work = {
  attempt: () => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  since: number;
  /** Set after a shared transaction was lost, so that the next try is unaffected by other bodies. */
  alone: boolean;
};

/**
 * The only writer of a SQLite file in this process. Waiting bodies share a commit, and so one wait for the disk; each
 * body has its own savepoint. No caller gets a result, success or failure, before the commit has returned: a body may
 * have decided on what an earlier body of the batch wrote, and that must be true by then.
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #limits: WriterLimits;
  // Bodies run in their caller's async context, the loop in none, because it outlives every request.
  readonly #outside = AsyncLocalStorage.snapshot();
  #queue: Work[] = [];
  #pumping = false;

  constructor(connection: SqliteConnection, limits: WriterLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  /** Milliseconds that the first body in the queue has waited. */
  get waitedMs(): number {
    const [first] = this.#queue;
    return first === undefined ? 0 : performance.now() - first.since;
  }

  submit<T>(body: () => Promise<T>): Promise<T> {
    const inside = AsyncLocalStorage.snapshot();
    return new Promise<T>((resolve, reject) => {
      const attempt = () => inside(body);
      this.#queue.push({ attempt, resolve, reject, since: performance.now(), alone: false });
      if (!this.#pumping) void this.#outside(() => this.#pump());
    });
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    let gapAt = performance.now();
    while (this.#queue.length > 0) {
      await nextTurn();
      if (performance.now() - gapAt > holdMs) {
        await pauseBeforeRetry(2, 4);
        gapAt = performance.now();
      }
      if (await this.#begin()) await this.#batch();
    }
    this.#pumping = false;
  }

  /** @returns false when no body is left that still waits for the lock */
  async #begin(): Promise<boolean> {
    const busySince = performance.now();
    for (let attempt = 1; this.#queue.length > 0; attempt++) {
      try {
        this.#connection.exec("begin immediate");
        return true;
      } catch (error) {
        const limit = isBusy(error) ? this.#limits.busyMs : 0;
        this.#giveUp((work) => performance.now() - Math.max(work.since, busySince) >= limit, error);
        await pauseBeforeRetry(attempt, busyPauseMs);
      }
    }
    return false;
  }

  #giveUp(tooLate: (work: Work) => boolean, error: unknown): void {
    const lost = this.#queue.filter(tooLate);
    this.#queue = this.#queue.filter((work) => !lost.includes(work));
    for (const work of lost) work.reject(translateSqlite(error));
  }

  async #batch(): Promise<void> {
    const began = performance.now();
    const batch: Work[] = [];
    const answers: (() => void)[] = [];
    try {
      for (let work = this.#next(batch, began); work; work = this.#next(batch, began)) {
        batch.push(work);
        answers.push(await this.#runOne(work));
      }
      // A long body has blocked all other work, and the commit will block it again.
      if (performance.now() - began > this.#limits.batchMs) await nextTurn();
      this.#connection.exec("commit");
    } catch (error) {
      this.#undo(batch, error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** Returns the next body for the running batch, if it takes one. */
  #next(batch: readonly Work[], began: number): Work | undefined {
    const first = this.#queue[0];
    if (first === undefined) return undefined;
    const full = batch.length >= this.#limits.batchSize || performance.now() - began > this.#limits.batchMs;
    if (batch.length > 0 && (full || first.alone || batch[0]?.alone)) return undefined;
    this.#queue.shift();
    return first;
  }

  /**
   * @returns how to answer the caller once the batch is committed
   * @throws when the whole transaction is lost: SQLite ends it by itself on a full or failing disk
   */
  async #runOne(work: Work): Promise<() => void> {
    this.#connection.exec("savepoint body");
    try {
      const value = (await work.attempt()) as never;
      this.#connection.exec("release body");
      return () => work.resolve(value);
    } catch (error) {
      if (!this.#connection.inTransaction) throw error;
      this.#connection.exec("rollback to body; release body");
      return () => work.reject(error);
    }
  }

  /** Handles a lost batch, of which nothing was written: bodies that shared it try again alone, in the same order. */
  #undo(batch: readonly Work[], error: unknown): void {
    if (this.#connection.inTransaction) this.#connection.exec("rollback");
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) {
      only.reject(isSqliteError(error) ? translateSqlite(error) : error);
      return;
    }
    for (const work of batch) work.alone = true;
    this.#queue.unshift(...batch);
  }
}
