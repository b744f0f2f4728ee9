import { type Ladders, placesOf } from "#server/learner/classes/ladders.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LazySums } from "./lazy-sums.ts";
import type { LazyTotals, Weighed, WeighingInput } from "./lazy-totals.ts";
import { addToPlaces, checkSums } from "./place-sums.ts";
import { openRuns } from "./run-weights.ts";
import { type IntervalSums, type Runs, runsOf, totalsOfRules } from "./runs.ts";
import { batchesOf } from "./totals.ts";

/** Sums, and the runs that follow from them. */
type Summed = { readonly sums: IntervalSums; readonly runs: Runs };

/**
 * Adds charges after rounding them to the grid. Exact, so order and batching do not matter.
 *
 * @returns new sums
 * @throws LearnerError "not-finite" on a charge; "range" if a total leaves the range in which sums are exact; "shape"
 *   and "not-a-decimal" on a person
 * Cost: O(sums + columns · charges · log cuts).  Source: NOTATION row "Exp2 update" (Thm 4.4).
 */
function addToIntervals(ladders: Ladders, before: IntervalSums, charges: readonly Charge[]): Summed {
  let sums = before;
  let runs: Runs | null = null;
  for (const people of batchesOf(charges)) {
    if (people.length === 0) continue;
    sums = addToPlaces(sums, people, (individual) => placesOf(ladders, individual));
    runs = runsOf(ladders, sums);
  }
  return { sums, runs: runs ?? runsOf(ladders, sums) };
}

/** Totals of thresholds, by interval. */
export class IntervalTotals implements LazyTotals {
  readonly #ladders: Ladders;
  readonly #sums: LazySums<Summed>;

  private constructor(ladders: Ladders, sums: LazySums<Summed>) {
    this.#ladders = ladders;
    this.#sums = sums;
  }

  /** @throws LearnerError "snapshot-damaged" on sums that charges cannot make */
  static of(ladders: Ladders, sums: IntervalSums = new Float64Array()): IntervalTotals {
    checkSums(ladders.intervalCount + 1, sums);
    const start = () => ({ sums, runs: runsOf(ladders, sums) });
    const add = (before: Summed, charges: readonly Charge[]) => addToIntervals(ladders, before.sums, charges);
    return new IntervalTotals(ladders, new LazySums({ start, add }));
  }

  get numbers(): IntervalSums {
    return this.#sums.settled.sums;
  }

  /** L of every rule, computed at each call: [N]. */
  get loss(): Float64Array {
    return totalsOfRules(this.#ladders, this.#sums.settled.runs);
  }

  prepare(): void {
    void this.#sums.settled;
  }

  weigh({ eta, prior }: WeighingInput, people: readonly Features[]): Weighed {
    const { sums, runs } = this.#sums.settled;
    const own = prior instanceof Float64Array ? runsOf(this.#ladders, sums, true) : runs;
    const { policy, chances } = openRuns(this.#ladders, own, { eta, prior }, people);
    return { policy: { runs: policy }, chances };
  }

  /** @throws LearnerError as addToIntervals, when the sums are read */
  plus(charges: readonly Charge[]): IntervalTotals {
    return charges.length === 0 ? this : new IntervalTotals(this.#ladders, this.#sums.plus(charges));
  }
}
