import { cutRules } from "#server/learner/hypotheses/cut-rules.ts";
import {
  alignDecimals,
  compareDecimals,
  printDecimal,
  readDecimal,
} from "#server/learner/numbers/decimal.ts";
import type { Cut } from "#server/learner/spec/spec.ts";

/** One listed rule of a score prior. */
export type WeightedRule = { readonly rule: number; readonly weight: string };

/**
 * Weights on the rules `score > cut` that accept with the score itself, on the grid that the cuts make of it.
 *
 *   cuts c_1 < .. < c_m in [0, 1], c_0 = 0:  weight c_j - c_{j-1} on `> c_j`, 1 - c_m on the constant that accepts no one
 *   chance of a score s:  the largest c_j with s > c_j; 0 if there is none
 *
 * So a score is rounded down to the next cut below it, and by no more than the distance of two cuts. A missing score
 * counts as 0.
 *
 * @param column the score's
 * @param cuts of a thresholds class, any columns, in catalogue order; those of the score in [0, 1] with a rule `> cut`, and
 *   one of them above 0
 * @returns exact decimals above 0, summing to one
 * Cost: O(m log m).  Source: NOTATION row "prior".
 */
export function scoreRules(column: string, cuts: readonly Cut[]): WeightedRule[] {
  const { above } = cutRules(cuts);
  const own = cuts
    .map(({ cut, ...each }, index) => ({ cut, column: each.column, rule: above[index] as number }))
    .filter((each) => each.column === column && each.rule >= 0)
    .sort((a, b) => compareDecimals(a.cut, b.cut));
  const grid = ["0", ...own.map(({ cut }) => cut), "1"];
  const scale = Math.max(...grid.map((value) => readDecimal(value).scale));
  const exact = alignDecimals(grid);
  const steps = [...own.map(({ rule }) => rule), ACCEPTS_NO_ONE].map((rule, index) => ({
    rule,
    step: (exact[index + 1] as bigint) - (exact[index] as bigint),
  }));
  return steps.flatMap(({ rule, step }) =>
    step > 0n ? [{ rule, weight: printDecimal({ digits: step, scale }) }] : [],
  );
}

/** Of a thresholds class. */
const ACCEPTS_NO_ONE = 0;
