import { createHistogram } from "node:perf_hooks";

/** The results of one kind of request, and how long each took from the moment it was due. */
export class Latencies {
  readonly name: string;
  readonly #microseconds = createHistogram();
  /** Counts of refusals by code or status. */
  readonly errors = new Map<string, number>();
  #answered = 0;
  #slowestRefusal = 0;

  constructor(name: string) {
    this.name = name;
  }

  answered(milliseconds: number): void {
    this.#answered += 1;
    this.#microseconds.record(Math.max(1, Math.round(1_000 * milliseconds)));
  }

  refused(code: string, milliseconds: number): void {
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
    this.#slowestRefusal = Math.max(this.#slowestRefusal, milliseconds);
  }

  get figures() {
    const at = (percentile: number) =>
      this.#answered === 0 ? 0 : this.#microseconds.percentile(percentile) / 1_000;
    return {
      name: this.name,
      answered: this.#answered,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      longest: at(100),
      errors: [...this.errors.values()].reduce((sum, count) => sum + count, 0),
      slowestRefusal: this.#slowestRefusal,
    };
  }
}
