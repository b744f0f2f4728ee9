import { type OutcomeValue, outcomeValues } from "#server/learner/interface/outcome-values.ts";
import type { TableSource } from "./table.ts";

/**
 * Holds the latest outcome of each person, with the entry that recorded it; later outcomes correct earlier ones.
 *
 * Memory: one number for each outcome.
 */
export class LatestOutcomes {
  /** By round, then by position: the entry's number and the value's index, encoded in one number. */
  readonly #codes = new Map<number, number[]>();

  static async read(source: TableSource): Promise<LatestOutcomes> {
    const read = new LatestOutcomes();
    for await (const { seq, body } of source.entries(["outcome.recorded"])) {
      const ofRound = read.#codes.get(body.round) ?? [];
      ofRound[body.position] = seq * outcomeValues.length + outcomeValues.indexOf(body.value);
      read.#codes.set(body.round, ofRound);
    }
    return read;
  }

  at(round: number, position: number): { seq: number; value: OutcomeValue } | undefined {
    const code = this.#codes.get(round)?.[position];
    if (code === undefined) return undefined;
    const value = outcomeValues[code % outcomeValues.length] as OutcomeValue;
    return { seq: Math.floor(code / outcomeValues.length), value };
  }
}
