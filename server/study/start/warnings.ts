import { computedGapExceeds } from "#server/learner/panel/eligibility.ts";

/** A warning about a start, computed from its picture (server/learner/start/picture.ts). */
export type StartWarning =
  /** No two people's chances differ enough to be judged. */
  | { readonly kind: "alike"; readonly lowest: number; readonly highest: number }
  /** Most people start near one end: `count` of `of` people. */
  | { readonly kind: "low" | "high"; readonly count: number; readonly of: number }
  /** One draw often picks no people, or all people: shares of rounds. */
  | { readonly kind: "all-or-none"; readonly none: number; readonly all: number };

export type WarningKind = StartWarning["kind"];

/** Distance from an end within which a chance counts as near it, in 1. */
export const nearEnd = 0.15;

const majority = 0.5;
const manyRounds = 0.2;

/** Chances that equal the bound except for rounding are not nearer to an end. */
const rounding = 1e-12;

/**
 * @param chances the chances of all people, not empty
 * @param picked probabilities that one draw picks 0, 1, ... all people
 * @param alpha the smallest difference that is judged
 */
export function startWarnings(
  { chances, picked }: { readonly chances: readonly number[]; readonly picked: readonly number[] },
  alpha: number,
): StartWarning[] {
  const lowest = chances.reduce((a, b) => Math.min(a, b), 1);
  const highest = chances.reduce((a, b) => Math.max(a, b), 0);
  const low = chances.filter((chance) => chance < nearEnd - rounding).length;
  const high = chances.filter((chance) => chance > 1 - nearEnd + rounding).length;
  const of = chances.length;
  const [none = 0, all = 0] = [picked[0], picked.at(-1)];
  const warnings: (StartWarning | false)[] = [
    !computedGapExceeds(highest, lowest, alpha) && { kind: "alike", lowest, highest },
    low >= majority * of && { kind: "low", count: low, of },
    high >= majority * of && { kind: "high", count: high, of },
    Math.max(none, all) >= manyRounds && { kind: "all-or-none", none, all },
  ];
  return warnings.filter((warning) => warning !== false);
}
