/** Limits how many tasks run at once; the others wait in a queue. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Whether the queue has reached its limit. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#waitingAtMost;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
