import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "../classes/answers.ts";
import { additiveSearch } from "./additive.ts";
import { emptySetFirst, orEveryone, orNone, sumOf, withEveryone, withNone } from "./constant-rules.ts";
import type { Oracle } from "./oracle.ts";
import { subsetSums, supersetSums, walshHadamard } from "./transforms.ts";

/**
 * The oracles of the classes with plain predicates. The history has one cell for each of the 2^n vectors. Noise comes
 * in the order of the class's separator.
 */

/**
 * Monotone conjunctions: h_{1+S} accepts q ⊇ S, so all losses are superset sums.
 *
 *   noise(1+S) = Σ_p z_p - Σ_{b in S} z_{1+b}
 *
 * Cost: O(n 2^n) per history, O(2^n) per call.
 */
export function conjunctionOracle(columns: readonly Column[], predicates: readonly Predicate[]): Oracle {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.predicates);
  return {
    size: 1 + 2 ** count,
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
    transformHistory: (history) => withNone(supersetSums(history)),
    search(totals) {
      const find = additiveSearch(totals, 1, 2);
      return (noise) => {
        const digits = Array.from({ length: count }, (_, b) => [0, -(noise[1 + b] as number)]);
        return orNone(find(digits, sumOf(noise)), totals);
      };
    },
  };
}

/**
 * Monotone disjunctions: h_{1+S} rejects q ⊆ complement of S, so all losses are the total minus subset sums.
 *
 *   noise(1+S) = Σ_{b in S} z_{1+b},  noise(everyone) = Σ_p z_p
 *
 * Cost: O(n 2^n) per history, O(2^n) per call.
 */
export function disjunctionOracle(columns: readonly Column[], predicates: readonly Predicate[]): Oracle {
  return emptySetIsEveryone(columns, predicates, (history) => {
    const sums = subsetSums(history);
    const all = sums.length - 1;
    return Float64Array.from(sums, (_, S) => (sums[all] as number) - (sums[all & ~S] as number));
  });
}

/**
 * Parities: h_{1+S} accepts q with |S ∧ q| odd, Σ cost (1 - (-1)^|S ∧ q|)/2: half of total minus Walsh-Hadamard sum.
 *
 *   noise(1+S) = Σ_{b in S} z_{1+b},  noise(everyone) = Σ_p z_p
 *
 * Cost: O(n 2^n) per history, O(2^n) per call.
 */
export function parityOracle(columns: readonly Column[], predicates: readonly Predicate[]): Oracle {
  return emptySetIsEveryone(columns, predicates, (history) => {
    const sums = walshHadamard(history);
    return sums.map((sum) => ((sums[0] as number) - sum) / 2);
  });
}

/** The oracle that disjunctions and parities share. `losses` gives Σ cost h_{1+S} for all S. */
function emptySetIsEveryone(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  losses: (history: Float64Array) => Float64Array,
): Oracle {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.predicates);
  return {
    size: 1 + 2 ** count,
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
    transformHistory: (history) => withEveryone(losses(history), history),
    search(totals) {
      // in the search, rule 0 is in the place of the empty set; rule 1 is compared separately
      const find = additiveSearch(emptySetFirst(totals), 1, 2);
      return (noise) => {
        const digits = Array.from({ length: count }, (_, b) => [0, noise[1 + b] as number]);
        return orEveryone(find(digits, 0), totals, sumOf(noise));
      };
    },
  };
}
