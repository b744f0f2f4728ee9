import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "../classes/answers.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { codeLength } from "../classes/code-separator.ts";
import { boundTable } from "../classes/scorecards.ts";
import { additiveSearch } from "./additive.ts";
import { checkTotals, type Oracle } from "./oracle.ts";

/**
 * Scorecards: every rule is looked up on every charged answer vector.
 *
 * Cost: O(N · vectors charged) per history, O(N) per call.
 */
export function scorecardOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  largestPoints: number,
): Oracle {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.scorecardPredicates);
  const { size, wordCount, decisions } = boundTable(count, largestPoints);
  return {
    size,
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
    transformHistory(history) {
      const totals = new Float64Array(size);
      for (const [q, cost] of history.entries()) {
        if (cost === 0) continue;
        // Stryker disable next-line EqualityOperator: no rule past the last one accepts a person
        for (let h = 0; h < size; h++) {
          const word = decisions[h * wordCount + (q >> 5)] as number;
          if ((word >>> (q & 31)) & 1) totals[h] = (totals[h] as number) + cost;
        }
      }
      return checkTotals(totals);
    },
    search: codeSearch,
  };
}

/**
 * Explicit lists: the history has a cell for each rule, so only the rules' charges are stored. The oracle is a scan.
 *
 * @param rules the list as a class
 * Cost: O(N) per history and per call.
 */
export function explicitOracle(rules: HypothesisClass): Oracle {
  const { size } = rules;
  return {
    size,
    cellCount: size,
    cells(individual) {
      const bits = rules.bits(individual);
      return [...bits.keys()].filter((h) => bits[h] === 1);
    },
    transformHistory: (history) => checkTotals(history.slice()),
    search: codeSearch,
  };
}

/** Constructed contexts: noise(h) = Σ_p z_p · (bit p of h). */
function codeSearch(totals: Float64Array): (noise: Float64Array) => number {
  const find = additiveSearch(totals, 0, 2);
  const bitCount = codeLength(totals.length);
  return (noise) => {
    const digits = Array.from({ length: bitCount }, (_, p) => [0, noise[p] as number]);
    return find(digits, 0).index;
  };
}
