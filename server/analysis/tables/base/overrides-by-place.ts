import type { OverrideReason } from "#server/audit-log/overrides.ts";
import type { TableSource } from "./table.ts";

/**
 * Holds the override of each person about whom a person decided otherwise than the draw, with its entry.
 *
 * Memory: a few words for each override.
 */
export class OverridesByPlace {
  readonly #overrides = new Map<string, { readonly seq: number; readonly reason: OverrideReason }>();

  static async read(source: TableSource): Promise<OverridesByPlace> {
    const read = new OverridesByPlace();
    for await (const { seq, body } of source.entries(["decision.overridden"])) {
      read.#overrides.set(`${body.round}/${body.position}`, { seq, reason: body.reason });
    }
    return read;
  }

  at(round: number, position: number): { seq: number; reason: OverrideReason } | undefined {
    return this.#overrides.get(`${round}/${position}`);
  }
}
