import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import type { TableRow } from "./table.ts";

type Opening = Entry<"round.opened">;
type PanelInRound = { readonly panel: readonly string[]; readonly neededFlags: number };
export type PersonInRound = EntryBody<"round.opened">["people"][number];

/** The rounds that were opened and have not ended yet, at the reader's position in the log. */
export class RoundsInPlay {
  readonly #openings = new Map<number, Opening>();

  open(opening: Opening): void {
    this.#openings.set(opening.body.round, opening);
  }

  /** Adds the panel of an opening whose lot awaited a public number. */
  draw({ body: { round, panel, neededFlags, rule } }: Entry<"round.drawn">): void {
    const opening = this.of(round);
    if (panel === null) return;
    const drawn = { panel, neededFlags, ...(rule && { rule }) };
    this.#openings.set(round, { ...opening, body: { ...opening.body, ...drawn } });
  }

  /** @throws if the round is not open: the log is checked before tables are made from it */
  of(round: number): Opening {
    const opening = this.#openings.get(round);
    if (opening === undefined) throw new Error(`the log speaks of round ${round}, which is not open there`);
    return opening;
  }

  end(round: number): Opening {
    const opening = this.of(round);
    this.#openings.delete(round);
    return opening;
  }

  /** Returns the rounds that have not ended, oldest first. */
  rest(): Opening[] {
    return [...this.#openings.values()];
  }
}

/** @throws if the panel is not drawn yet */
export function panelOf({ body: { round, panel, neededFlags } }: Opening): PanelInRound {
  if (panel === null || neededFlags === null) throw new Error(`round ${round} closed without a panel`);
  return { panel, neededFlags };
}

/** @throws if the position has no person */
export function personInRound(opening: Opening, position: number): PersonInRound {
  const shown = opening.body.people[position];
  if (shown === undefined)
    throw new Error(`round ${opening.body.round} has no person at position ${position}`);
  return shown;
}

/** Returns the cells of `pairColumns`; the gap is the difference of two doubles. */
export function pairCells(opening: Opening, high: number, low: number): TableRow {
  const above = personInRound(opening, high);
  const below = personInRound(opening, low);
  return [high, low, above.person, below.person, Number(above.chance) - Number(below.chance)];
}
