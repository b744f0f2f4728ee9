/** What became of one class of attacks: how often it was tried, and each time it was not turned away. */
export class Tally {
  readonly name: string;
  readonly failures: string[] = [];
  trials = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** @param saw what came instead, shown if it does not hold */
  check(what: string, holds: boolean, saw: unknown = ""): void {
    this.trials += 1;
    if (!holds) this.failures.push(`${what}: ${String(saw).slice(0, 300)}`);
  }
}

/** The table that `npm run trial -- hostile` prints. */
export function tableOf(tallies: readonly Tally[]): string {
  const rows = tallies.map(
    ({ name, trials, failures }) =>
      `${name.padEnd(34)}${String(trials).padStart(7)}${String(failures.length).padStart(10)}`,
  );
  return [`${"attacks".padEnd(34)}${"trials".padStart(7)}${"failures".padStart(10)}`, ...rows].join("\n");
}
