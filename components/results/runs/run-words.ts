import { grouped, percent } from "#components/ui/charts/numbers.ts";
import type { ColumnName, RunView } from "./desk-state.ts";

/** How a column is called, and whether numbers stand in it. */
export const columnWords: Readonly<Record<ColumnName, { word: string; isNumber: boolean }>> = {
  kind: { word: "Kind", isNumber: false },
  learner: { word: "Learner", isNumber: false },
  world: { word: "World or people", isNumber: false },
  rounds: { word: "Rounds", isNumber: true },
  people: { word: "People a round", isNumber: true },
  difference: { word: "Smallest difference", isNumber: true },
  flags: { word: "Needed flags", isNumber: true },
  played: { word: "Played", isNumber: true },
  reports: { word: "Rounds with a report", isNumber: true },
  regret: { word: "Error regret", isNumber: true },
  error: { word: "Errors a person", isNumber: true },
  made: { word: "Made", isNumber: false },
  by: { word: "By", isNumber: false },
};

const kindWords = { simulation: "Simulation", rehearsal: "Rehearsal" } as const;

type Figure = { readonly mean: number; readonly low: number; readonly high: number };

/** "12.5": one digit behind the point, unless it is a whole number. */
export function rounded(value: number): string {
  const said = Math.abs(value).toLocaleString("en-GB", { maximumFractionDigits: 1 });
  return value < 0 && said !== "0" ? `−${said}` : said;
}

/** The lowest and the highest of the seeds; null where they do not differ. */
export function rangeWords({ low, high }: Figure, words = rounded): string | null {
  return low === high ? null : `${words(low)} to ${words(high)}`;
}

/** What stands in a cell, all but the moment: the value, and in small what belongs to it. */
export function cellWords(
  { kind, about, figures, madeBy }: RunView,
  column: Exclude<ColumnName, "made">,
): { value: string; small?: string | null } {
  const figure = (of: Figure | null | undefined, words = rounded) =>
    of ? { value: words(of.mean), small: rangeWords(of, words) } : { value: "–" };
  const cells: Record<Exclude<ColumnName, "made">, { value: string; small?: string | null }> = {
    kind: { value: kindWords[kind] },
    learner: { value: about.learner },
    world: { value: about.world },
    rounds: { value: grouped(about.rounds) },
    people: { value: grouped(about.people) },
    difference: { value: about.alpha },
    flags: { value: `${about.neededFlags} of ${about.seats}` },
    played: { value: `${about.runs} ×` },
    reports: figure(figures?.violatingRounds),
    regret: figure(figures?.errorRegret),
    error: figure(figures?.error, percent),
    by: { value: madeBy },
  };
  return cells[column];
}
