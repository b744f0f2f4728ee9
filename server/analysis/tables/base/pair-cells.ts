import type { Entry } from "#server/audit-log/entries.ts";
import { personInRound } from "./rounds-in-play.ts";
import type { TableRow } from "./table.ts";

/** Returns the cells of `pairColumns`; the gap is the difference of two doubles. */
export function pairCells(opening: Entry<"round.opened">, high: number, low: number): TableRow {
  const above = personInRound(opening, high);
  const below = personInRound(opening, low);
  return [high, low, above.person, below.person, Number(above.chance) - Number(below.chance)];
}
