/** Counts the attacks of one class, and describes each that was not turned away. */
export class Tally {
  readonly failures: string[] = [];
  trials = 0;

  /** @param saw what came instead, shown if it does not hold */
  check(what: string, holds: boolean, saw: unknown = ""): void {
    this.trials += 1;
    if (!holds) this.failures.push(`${what}: ${String(saw).slice(0, 300)}`);
  }
}
