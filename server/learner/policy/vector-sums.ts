import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import type { HypothesisClass, Vectors } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { subsetSums, supersetSums, walshHadamard } from "#server/learner/oracles/transforms.ts";
import { LazySums } from "./lazy-sums.ts";
import type { LazyTotals, Weighed, WeighingInput } from "./lazy-totals.ts";
import { addToPlaces, checkSums, type PlaceSums } from "./place-sums.ts";
import { RuleTotals } from "./rule-totals.ts";
import { batchesOf } from "./totals.ts";

/**
 * Returns the totals of a class over all sets of predicates, from one sum of charges for each vector of answers. Few
 * vectors ever have a person, so a state of 16 million rules is kept, hashed and stored as some hundreds of sums.
 *
 *   L_{1+S} = Σ_q sum[q] · (and: S ⊆ q; or: S ∧ q ≠ ∅; xor: |S ∧ q| odd),  L_0 = 0,  L_1 = Σ_q sum[q]
 *
 * @returns [1 + 2^n]; exact if the absolute values of all sums together are at most 2^29
 * Cost: O(n 2^n), and no memory but the result.
 * @internal
 */
export function totalsOfVectors({ count, join }: Vectors, sums: PlaceSums): Float64Array {
  const loss = new Float64Array(1 + count);
  const ofSets = loss.subarray(1);
  let total = 0;
  for (let at = 0; at < sums.length; at += 2) {
    ofSets[sums[at] as number] = sums[at + 1] as number;
    total += sums[at + 1] as number;
  }
  if (join === "and") supersetSums(ofSets, ofSets);
  else if (join === "or") {
    subsetSums(ofSets, ofSets);
    // Stryker disable next-line EqualityOperator: the number of vectors is a power of two, so none is its own opposite
    for (let S = 0, others = count - 1; S <= others; S++, others--) {
      const [within, without] = [ofSets[S] as number, ofSets[others] as number];
      ofSets[S] = total - without;
      ofSets[others] = total - within;
    }
  } else {
    walshHadamard(ofSets, ofSets);
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let S = 0; S < count; S++) ofSets[S] = (total - (ofSets[S] as number)) / 2;
  }
  // rule 1 accepts everyone, whatever the empty set would decide
  ofSets[0] = total;
  return loss;
}

/**
 * Counts how many of the given people each rule accepts, as acceptedCounts does.
 *
 * @param people [n]
 * @returns [N]
 * Cost: O(n N); with vectors O(n + N log N).
 */
export function acceptedBy(rules: HypothesisClass, people: readonly Features[]): Float64Array {
  const { vectors } = rules;
  if (vectors === undefined) return acceptedCounts(rules, people);
  const each = people.map((individual) => ({ individual, cost: 1 }));
  return totalsOfVectors(
    vectors,
    addToPlaces(new Float64Array(), each, (individual) => [vectors.of(individual)]),
  );
}

/**
 * Adds charges after rounding them to the grid. Exact, so order and batching do not matter.
 *
 * @throws LearnerError "not-finite" on a charge; "range" if sums leave the range in which everything computed from them
 *   is exact; "shape" and "not-a-decimal" on a person
 * Source: NOTATION row "Exp2 update" (Thm 4.4).
 */
function addToVectors(vectors: Vectors, before: PlaceSums, charges: readonly Charge[]): PlaceSums {
  const sums = addToPlaces(before, batchesOf(charges).flat(), (individual) => [vectors.of(individual)]);
  let size = 0;
  for (let at = 1; at < sums.length; at += 2) size += Math.abs(sums[at] as number);
  if (size <= LARGEST_TOTAL) return sums;
  throw new LearnerError("range", `the sums of all vectors are together beyond ${LARGEST_TOTAL}`);
}

/** Totals by vector of answers. Also holds the totals of all rules, which only an opening reads. */
export class VectorTotals implements LazyTotals {
  readonly #sums: LazySums<PlaceSums>;
  readonly #totals: RuleTotals;

  private constructor(sums: LazySums<PlaceSums>, totals: RuleTotals) {
    this.#sums = sums;
    this.#totals = totals;
  }

  /** @throws LearnerError "snapshot-damaged" on sums that charges cannot make */
  static of(rules: HypothesisClass, vectors: Vectors, sums: PlaceSums = new Float64Array()): VectorTotals {
    checkSums(vectors.count, sums);
    const start = () => sums;
    const add = (before: PlaceSums, charges: readonly Charge[]) => addToVectors(vectors, before, charges);
    const totals = RuleTotals.of(rules, () => ({ loss: totalsOfVectors(vectors, sums) }));
    return new VectorTotals(new LazySums({ start, add }), totals);
  }

  get numbers(): PlaceSums {
    return this.#sums.settled;
  }

  get loss(): Float64Array {
    return this.#totals.loss;
  }

  prepare(): void {
    void this.loss;
  }

  weigh(weighing: WeighingInput, people: readonly Features[]): Weighed {
    return this.#totals.weigh(weighing, people);
  }

  /** @throws LearnerError as addToVectors, when the sums are read */
  plus(charges: readonly Charge[]): VectorTotals {
    if (charges.length === 0) return this;
    return new VectorTotals(this.#sums.plus(charges), this.#totals.plus(charges));
  }
}
