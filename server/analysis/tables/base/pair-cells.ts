import type { Entry } from "#server/audit-log/entries.ts";
import { standingAt } from "./rounds-in-play.ts";
import type { Row } from "./table.ts";

/** Returns the cells of `pairColumns`; the gap is the difference of two doubles. */
export function pairCells(opening: Entry<"round.opened">, high: number, low: number): Row {
  const above = standingAt(opening, high);
  const below = standingAt(opening, low);
  return [high, low, above.person, below.person, Number(above.chance) - Number(below.chance)];
}
