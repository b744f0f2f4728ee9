import * as t from "#messages/simulations.ts";
import { formatDecimal } from "#server/format.ts";
import { messageKey } from "#server/locale.ts";
import type { RunMeasure, RunView } from "./page-state.ts";

/** Returns the title of what a chart shows. */
export function measureTitle(measure: RunMeasure): string {
  return { reports: t.reportsTitle, regret: t.regretTitle, lagrangian: t.lagrangianTitle }[measure]();
}

/** Formats a value with one decimal, such as "12.5", unless it is a whole number. */
export function rounded(value: number): string {
  return formatDecimal(value, 1);
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
