/** Counts the attacks of one class, and describes each that succeeded. */
export class Tally {
  readonly failures: string[] = [];
  trials = 0;

  /** @param saw the actual value, shown on failure */
  check(what: string, holds: boolean, saw: unknown = ""): void {
    this.trials += 1;
    if (!holds) this.failures.push(`${what}: ${String(saw).slice(0, 300)}`);
  }
}
