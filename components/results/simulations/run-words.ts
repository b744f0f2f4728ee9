import * as t from "#messages/simulations.ts";
import { formatDecimal, formatNumber, formatPercent } from "#server/format.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { ColumnName, RunView } from "./page-state.ts";

const textColumns: readonly ColumnName[] = ["learner", "world", "made", "by"];

/** Returns whether the cells of a column are numbers. */
export function isNumeric(column: ColumnName): boolean {
  return !textColumns.includes(column);
}

/** Formats a value with one decimal, such as "12.5", unless it is a whole number. */
export function rounded(value: number): string {
  return formatDecimal(value, 1);
}

/** Formats the lowest and the highest value of the seeds; null if they are equal. */
export function rangeWords({ low, high }: Figure, words = rounded): string | null {
  return low === high ? null : t.range({ low: words(low), high: words(high) });
}

/** Returns the content of a cell, except for times: the value, and secondary text. */
export function cellWords(
  { about, figures, madeBy }: RunView,
  column: Exclude<ColumnName, "made">,
): { value: string; small?: string | null } {
  const figure = (of: Figure | null | undefined, words = rounded) =>
    of ? { value: words(of.mean), small: rangeWords(of, words) } : { value: "–" };
  const cells: Record<Exclude<ColumnName, "made">, { value: string; small?: string | null }> = {
    learner: { value: about.learner },
    world: { value: about.world },
    rounds: { value: formatNumber(about.rounds) },
    people: { value: formatNumber(about.people) },
    difference: { value: about.alpha },
    flags: { value: t.flagsOf({ needed: about.neededFlags, seats: about.seats }) },
    played: { value: `${about.runs} ×` },
    reports: figure(figures?.violatingRounds),
    regret: figure(figures?.errorRegret),
    error: figure(figures?.error, formatPercent),
    by: { value: madeBy },
  };
  return cells[column];
}
