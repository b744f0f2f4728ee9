import { bindQuestions } from "../hypotheses/answers.ts";
import { ternarySize } from "../hypotheses/ternary.ts";
import { LIMITS } from "../params.ts";
import type { Column, Predicate } from "../spec.ts";
import { additiveSearch, type DigitNoise } from "./additive.ts";
import { checkTotals, type Oracle } from "./oracle.ts";
import { subsetSums, supersetSums, ternarySums, walshHadamard } from "./transforms.ts";

/**
 * Oracles of the classes over answer vectors. The history is one cell for each of the 2^n vectors; noise comes in the
 * order of the class's separator.
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
 * Monotone disjunctions: h_{1+S} refuses q ⊆ complement of S, so all losses are the total less subset sums.
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
 * Parities: h_{1+S} accepts q with |S ∧ q| odd, Σ cost (1 - (-1)^|S ∧ q|)/2: half of total less Walsh-Hadamard sum.
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

/** The shape that disjunctions and parities share. `losses` gives Σ cost h_{1+S} for all S. */
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
      // the empty set's place in the search is rule 0; rule 1 is looked at by itself
      const find = additiveSearch(emptySetFirst(totals), 1, 2);
      return (noise) => {
        const digits = Array.from({ length: count }, (_, b) => [0, noise[1 + b] as number]);
        return orEveryone(find(digits, 0), totals, sumOf(noise));
      };
    },
  };
}

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
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.signedPredicates);
  return {
    size: 1 + ternarySize(count),
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
    transformHistory: (history) => withNone(ternarySums(history)),
    search(totals) {
      const find = additiveSearch(totals, 1, 3);
      return (noise) => orNone(find(signedDigits(noise, count, -1), sumOf(noise)), totals);
    },
  };
}

/**
 * Signed disjunctions: h_{1+c} refuses whom the conjunction of the opposite literals accepts.
 *
 *   noise(1+c) = Σ of z_{1+a} over the literals a of c,  noise(everyone) = Σ_p z_p
 *
 * Cost: O(3^n) per history and per call.
 */
export function signedDisjunctionOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
): Oracle {
  const { answers, count } = bindQuestions(columns, predicates, LIMITS.signedPredicates);
  return {
    size: 1 + ternarySize(count),
    cellCount: 2 ** count,
    cells: (individual) => [answers(individual)],
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

function signedDigits(noise: Float64Array, count: number, sign: 1 | -1): DigitNoise[] {
  return Array.from({ length: count }, (_, b) => [
    0,
    sign * (noise[1 + 2 * b] as number),
    sign * (noise[2 + 2 * b] as number),
  ]);
}

/** Rule 0 of loss 0 before the others. */
function withNone(losses: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  return checkTotals(totals);
}

/** Rules 0 and 1 in the places of "no one" and of the empty set. */
function withEveryone(losses: Float64Array, history: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  totals[1] = sumOf(history);
  return checkTotals(totals);
}

/** The totals with the empty set's 0, that is rule 0, in the place of rule 1. */
function emptySetFirst(totals: Float64Array): Float64Array {
  const moved = totals.slice();
  moved[1] = totals[0] as number;
  return moved;
}

/** Whether rule 0, which no noise touches, is as good as what was found among rules 1, 2, ... */
function orNone({ index, value }: { index: number; value: number }, totals: Float64Array): number {
  return (totals[0] as number) <= value ? 0 : 1 + index;
}

/** The best of rule 0 or 2, 3, ... (found) and of rule 1. */
function orEveryone(
  { index, value }: { index: number; value: number },
  totals: Float64Array,
  noise: number,
): number {
  const everyone = (totals[1] as number) + noise;
  if (index === 0) return value <= everyone ? 0 : 1;
  return everyone <= value ? 1 : 1 + index;
}

/** Plain sum in order. */
function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
