import { isChance } from "#server/draft/columns.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import { numbersOf } from "#server/draft/read-columns.ts";
import type { PeopleReading } from "#server/draft/reading.ts";

/**
 * The columns with this one as the chance of the rule in force; one that was it before is left out. Percentages are taken
 * for such where their sign or their size says so.
 */
export function withChance(
  columns: readonly ColumnChoice[],
  source: number | null,
  reading: PeopleReading,
): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source !== source) return isChance(column) ? { ...column, role: "ignored" } : column;
    const largest = Number(numbersOf(reading, column)?.largest ?? 0);
    const isPercent = column.sign === "%" || largest > 1;
    return { ...column, role: "chance", chanceUnit: isPercent ? "percent" : "share" };
  });
}
