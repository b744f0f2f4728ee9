import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "../classes/answers.ts";
import { ternarySize } from "../classes/ternary.ts";
import { additiveSearch, type DigitNoise } from "./additive.ts";
import { emptySetFirst, orEveryone, orNone, sumOf, withEveryone, withNone } from "./constant-rules.ts";
import type { Oracle } from "./oracle.ts";
import { ternarySums } from "./transforms.ts";

/** The oracles of the classes with signed literals. The history has one cell for each of the 2^n answer vectors. */

/**
 * Signed conjunctions: all losses are ternary sums.
 *
 *   noise(1+c) = Σ_p z_p - Σ of z_{1+a} over the literals a of c
 *
 * Cost: O(3^n) per history and per call.
 */
export function signedConjunctionOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
): Oracle {
  const { count, cells } = signedCells(columns, predicates);
  return {
    ...cells,
    transformHistory: (history) => withNone(ternarySums(history)),
    search(totals) {
      const find = additiveSearch(totals, 1, 3);
      return (noise) => orNone(find(signedDigits(noise, count, -1), sumOf(noise)), totals);
    },
  };
}

/**
 * Signed disjunctions: h_{1+c} rejects the people whom the conjunction of the opposite literals accepts.
 *
 *   noise(1+c) = Σ of z_{1+a} over the literals a of c,  noise(everyone) = Σ_p z_p
 *
 * Cost: O(3^n) per history and per call.
 */
export function signedDisjunctionOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
): Oracle {
  const { count, cells } = signedCells(columns, predicates);
  return {
    ...cells,
    transformHistory(history) {
      // the cell of q is moved to the opposite vector, which turns every literal into its opposite
      const sums = ternarySums(history.slice().reverse());
      return withEveryone(
        sums.map((sum) => (sums[0] as number) - sum),
        history,
      );
    },
    search(totals) {
      const find = additiveSearch(emptySetFirst(totals), 1, 3);
      return (noise) => orEveryone(find(signedDigits(noise, count, 1), 0), totals, sumOf(noise));
    },
  };
}

/** Makes the cells of a history: one for each of the 2^n answer vectors. */
function signedCells(columns: readonly Column[], predicates: readonly Predicate[]) {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.signedPredicates);
  const cells: Pick<Oracle, "size" | "cellCount" | "cells"> = {
    size: 1 + ternarySize(count),
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
  };
  return { count, cells };
}

function signedDigits(noise: Float64Array, count: number, sign: 1 | -1): DigitNoise[] {
  return Array.from({ length: count }, (_, b) => [
    0,
    sign * (noise[1 + 2 * b] as number),
    sign * (noise[2 + 2 * b] as number),
  ]);
}
