import { neededInWords } from "#components/ui/decision-words.ts";
import * as t from "#messages/simulations.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { formatDecimal, formatNumber, formatPercent } from "#server/format.ts";
import { messageKey } from "#server/locale.ts";
import type { Figure } from "#server/simulation/results.ts";
import type { ColumnName, RunMeasure, RunView } from "./page-state.ts";

const textColumns: readonly ColumnName[] = ["learner", "world", "made", "by"];

/** Returns the title of what a chart shows. */
export function measureTitle(measure: RunMeasure): string {
  return { reports: t.reportsTitle, regret: t.regretTitle, lagrangian: t.lagrangianTitle }[measure]();
}

/** Returns whether the cells of a column are numbers. */
export function isNumeric(column: ColumnName): boolean {
  return !textColumns.includes(column);
}

/** Formats a value with one decimal, such as "12.5", unless it is a whole number. */
export function rounded(value: number): string {
  return formatDecimal(value, 1);
}

/** Formats the lowest and the highest value of the seeds; null if they are equal. */
function rangeWords({ low, high }: Figure, words = rounded): string | null {
  return low === high ? null : t.range({ low: words(low), high: words(high) });
}

/** Returns the content of a cell, except for times: the value, and secondary text. */
export function cellWords(
  { about, figures, madeBy }: RunView,
  column: Exclude<ColumnName, "made">,
): { value: string; small?: string | null } {
  const figure = (of: Figure | null | undefined, words = rounded) =>
    of ? { value: words(of.mean), small: rangeWords(of, words) } : { value: "–" };
  const bound = (value: number | null | undefined) =>
    value == null ? { value: "–" } : { value: rounded(value), small: proofWords(figures?.proof ?? null) };
  const cells: Record<Exclude<ColumnName, "made">, { value: string; small?: string | null }> = {
    learner: { value: about.learner },
    world: { value: about.world },
    rounds: {
      value: formatNumber(about.rounds),
      small: about.openRounds > 1 ? t.openAtOnce({ count: about.openRounds }) : null,
    },
    people: { value: formatNumber(about.people), small: candidatesWords(about) },
    difference: { value: about.alpha },
    flags: { value: ruleWords(about), small: poolWords(about) },
    played: { value: `${about.runs} ×` },
    reports: figure(figures?.violatingRounds),
    regret: figure(figures?.errorRegret),
    lagrangian: figure(figures?.lagrangianRegret),
    regretBound: bound(figures?.errorRegretBound),
    reportsBound: bound(figures?.reportsBound),
    error: figure(figures?.error, formatPercent),
    by: { value: madeBy },
  };
  return cells[column];
}

/** Says which flags make a report. */
function ruleWords({ neededFlags, rule, seats: seatCount }: RunView["about"]): string {
  const seats = Array.from({ length: seatCount }, (_, place) => seatIdOf(place + 1));
  return neededInWords({ neededFlags: neededFlags ?? seatCount, rule, seatCount, seats });
}

/** Says how panels are chosen; null if everyone sits. */
function poolWords({ selection, members }: RunView["about"]): string | null {
  return selection === "everyone" ? null : t.fromMembers({ how: panelChoice(selection), count: members });
}

/** Says how people are chosen; null if they are taken as they come. */
function candidatesWords({ candidates }: RunView["about"]): string | null {
  return candidates && t.fromCandidates({ how: peopleChoice(candidates.aim), count: candidates.count });
}

/** Names a way of choosing panels. */
export function panelChoice(choice: RunView["about"]["selection"]): string {
  return t.panelChoice({ choice: messageKey(choice) });
}

/** Names a way of choosing people. */
export function peopleChoice(choice: NonNullable<RunView["about"]["candidates"]>["aim"]): string {
  return t.peopleChoice({ choice: messageKey(choice) });
}

/** Says where a bound is proven and how surely it holds; null if nothing is proven. */
export function proofWords(proof: NonNullable<RunView["figures"]>["proof"]): string | null {
  return proof && t.proof({ proof });
}
