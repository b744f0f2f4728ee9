import { laddersOf, rulesACut } from "#server/learner/classes/ladders.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Cut, CutRange } from "#server/learner/config/spec.ts";
import { alignDecimals, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** One listed rule of a score prior. */
export type WeightedRule = { readonly rule: number; readonly weight: string };

/**
 * Returns weights on the rules `score > cut` that accept with the score itself, on the grid of the cuts.
 *
 *   cuts c_1 < .. < c_m in [0, 1], c_0 = 0:  weight c_j - c_{j-1} on `> c_j`,
 *   1 - c_m on the constant that accepts no one
 *   chance of a score s:  the largest c_j with s > c_j; 0 if there is none
 *
 * So a score is rounded down to the next cut below it, by the distance of two cuts at most. A missing score counts as
 * 0.
 *
 * @param column the column of the score
 * @param cuts of a thresholds class, any columns; those of the score in [0, 1] with a rule `> cut`, and one of them
 *   above 0
 * @returns exact decimals above 0, summing to one
 * @throws LearnerError "class-too-large" beyond LIMITS.scoreCuts of the score: their rules are written to the log one
 *   by one
 * Cost: O(m).  Source: NOTATION row "prior".
 */
export function scoreRules(column: string, cuts: readonly (Cut | CutRange)[]): WeightedRule[] {
  const names = [...new Set(cuts.map((cut) => cut.column))];
  const columns = names.map((name) => ({ name, type: "number" }) as const);
  const stretches = laddersOf(columns, cuts).stretches.filter(
    ({ position, side }) => names[position] === column && side !== "at-most",
  );
  const count = stretches.reduce((sum, stretch) => sum + stretch.count, 0);
  if (count > LIMITS.scoreCuts) {
    throw new LearnerError("class-too-large", `${count} cuts of a score, at most ${LIMITS.scoreCuts}`, {
      figures: { count, most: LIMITS.scoreCuts },
    });
  }
  const own = stretches.flatMap((stretch) =>
    Array.from({ length: stretch.count }, (_, index) => {
      const apart = rulesACut(stretch);
      return { cut: stretch.text(index), rule: stretch.rule + apart * (index + 1) - 1 };
    }),
  );
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

/** The number of the rule that accepts no one, in a thresholds class. */
const ACCEPTS_NO_ONE = 0;
