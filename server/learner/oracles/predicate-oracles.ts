import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "../classes/answers.ts";
import { additiveSearch, type DigitNoise } from "./additive.ts";
import { checkTotals, type Oracle } from "./oracle.ts";
import { subsetSums, supersetSums, ternarySums, walshHadamard } from "./transforms.ts";

/**
 * The oracles of the classes over sets S of predicates, or c of literals. The history has one cell for each of the 2^n
 * answer vectors. Noise comes in the order of the class's separator.
 *
 * Cost: O(n 2^n) per history and O(2^n) per call; with literals O(3^n) for both.
 */
type PredicateOracle = (columns: readonly Column[], predicates: readonly Predicate[]) => Oracle;

/**
 * Monotone conjunctions: h_{1+S} accepts q ⊇ S, so all losses are superset sums.
 *
 *   noise(1+S) = Σ_p z_p - Σ_{b in S} z_{1+b}
 */
export const conjunctionOracle = emptySetAccepts(2, (history) => supersetSums(history));

/**
 * Signed conjunctions: all losses are ternary sums.
 *
 *   noise(1+c) = Σ_p z_p - Σ of z_{1+a} over the literals a of c
 */
export const signedConjunctionOracle = emptySetAccepts(3, ternarySums);

/**
 * Monotone disjunctions: h_{1+S} rejects q ⊆ complement of S, so all losses are the total minus subset sums.
 *
 *   noise(1+S) = Σ_{b in S} z_{1+b},  noise(everyone) = Σ_p z_p
 */
export const disjunctionOracle = emptySetRejects(2, (history) => {
  const sums = subsetSums(history);
  const all = sums.length - 1;
  return Float64Array.from(sums, (_, S) => (sums[all] as number) - (sums[all & ~S] as number));
});

/**
 * Signed disjunctions: h_{1+c} rejects the people whom the conjunction of the opposite literals accepts.
 *
 *   noise(1+c) = Σ of z_{1+a} over the literals a of c,  noise(everyone) = Σ_p z_p
 */
export const signedDisjunctionOracle = emptySetRejects(3, (history) => {
  // the cell of q is moved to the opposite vector, which turns every literal into its opposite
  const sums = ternarySums(history.toReversed());
  return sums.map((sum) => (sums[0] as number) - sum);
});

/**
 * Parities: h_{1+S} accepts q with |S ∧ q| odd, Σ cost (1 - (-1)^|S ∧ q|)/2: half of total minus Walsh-Hadamard sum.
 *
 *   noise(1+S) = Σ_{b in S} z_{1+b},  noise(everyone) = Σ_p z_p
 */
export const parityOracle = emptySetRejects(2, (history) => {
  const sums = walshHadamard(history);
  return sums.map((sum) => ((sums[0] as number) - sum) / 2);
});

/** Σ cost h_{1+i} for each set i, the empty one first. */
type Losses = (history: Float64Array) => Float64Array;

/** Oracles of the classes in which the empty set is rule 1, which accepts everyone. Rule 0 has neither loss nor noise. */
function emptySetAccepts(base: 2 | 3, losses: Losses): PredicateOracle {
  return (columns, predicates) => ({
    ...cellsOf(columns, predicates, base),
    transformHistory: (history) => afterNone(losses(history)),
    search(totals) {
      const find = additiveSearch(totals, 1, base);
      return (noise) => {
        const { index, value } = find(digitsOf(noise, base, -1), sumOf(noise));
        return (totals[0] as number) <= value ? 0 : 1 + index;
      };
    },
  });
}

/** Oracles of the classes in which the empty set is rule 0, and rule 1 accepts everyone. */
function emptySetRejects(base: 2 | 3, losses: Losses): PredicateOracle {
  return (columns, predicates) => ({
    ...cellsOf(columns, predicates, base),
    transformHistory: (history) => afterNone(losses(history).with(0, sumOf(history))),
    search(totals) {
      // in the search, rule 0 is in the place of the empty set; rule 1 is compared separately
      const find = additiveSearch(totals.with(1, totals[0] as number), 1, base);
      return (noise) => {
        const { index, value } = find(digitsOf(noise, base, 1), 0);
        const everyone = (totals[1] as number) + sumOf(noise);
        if (index === 0) return value <= everyone ? 0 : 1;
        return everyone <= value ? 1 : 1 + index;
      };
    },
  });
}

function cellsOf(columns: readonly Column[], predicates: readonly Predicate[], base: 2 | 3) {
  const limit = base === 2 ? LIMITS.predicates : LIMITS.signedPredicates;
  const { answers, count } = bindQuestions(columns, predicates, limit);
  const cells: Oracle["cells"] = (individual) => [answers(individual)];
  return { size: 1 + base ** count, cellCount: 2 ** count, cells };
}

/** Puts rule 0, with loss 0, before the others. */
function afterNone(losses: Float64Array): Float64Array {
  const totals = new Float64Array(1 + losses.length);
  totals.set(losses, 1);
  return checkTotals(totals);
}

/** Returns what each value of a predicate's digit adds: z of the predicate, or of its two literals. */
function digitsOf(noise: Float64Array, base: 2 | 3, sign: 1 | -1): DigitNoise[] {
  const values = base - 1;
  return Array.from({ length: (noise.length - 1) / values }, (_, b) => {
    const own = noise.subarray(1 + values * b, 1 + values * (b + 1));
    return [0, ...own.map((z) => sign * z)];
  });
}

/** Sums in order, without compensation. */
function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
