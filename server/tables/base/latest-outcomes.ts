import type { Entry } from "#server/log/entries.ts";
import type { TableSource } from "./table.ts";

export type Outcome = Entry<"outcome.recorded">["body"]["value"];
const values: readonly Outcome[] = ["yes", "no", "lost"];

/**
 * The last outcome of each person, with the entry that recorded it: later ones correct earlier ones.
 *
 * Memory: one number an outcome.
 */
export class LatestOutcomes {
  /** By round, then by position: the number of the entry and the place of the value, in one. */
  readonly #codes = new Map<number, number[]>();

  static async read(source: TableSource): Promise<LatestOutcomes> {
    const read = new LatestOutcomes();
    for await (const { seq, body } of source.entries(["outcome.recorded"])) {
      const ofRound = read.#codes.get(body.round) ?? [];
      ofRound[body.position] = seq * values.length + values.indexOf(body.value);
      read.#codes.set(body.round, ofRound);
    }
    return read;
  }

  at(round: number, position: number): { seq: number; value: Outcome } | undefined {
    const code = this.#codes.get(round)?.[position];
    if (code === undefined) return undefined;
    const value = values[code % values.length] as Outcome;
    return { seq: Math.floor(code / values.length), value };
  }
}
