import { type Ladders, placesOf } from "#server/learner/classes/ladders.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { WaitingSums } from "./lazy-sums.ts";
import { addToPlaces } from "./place-sums.ts";
import { type IntervalSums, type Runs, runsOf, totalsOfRules } from "./runs.ts";
import { batchesOf, type Totals } from "./totals.ts";

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

/** Interval sums to which charges are added only when the sums are read. */
export class LazyIntervalTotals implements Totals {
  readonly #ladders: Ladders;
  readonly #sums: WaitingSums<Summed>;

  private constructor(ladders: Ladders, sums: WaitingSums<Summed>) {
    this.#ladders = ladders;
    this.#sums = sums;
  }

  static of(ladders: Ladders, sums: IntervalSums = new Float64Array()): LazyIntervalTotals {
    const start = () => ({ sums, runs: runsOf(ladders, sums) });
    const add = (before: Summed, charges: readonly Charge[]) => addToIntervals(ladders, before.sums, charges);
    return new LazyIntervalTotals(ladders, new WaitingSums({ start, add }));
  }

  get sums(): IntervalSums {
    return this.#sums.settled.sums;
  }

  get runs(): Runs {
    return this.#sums.settled.runs;
  }

  /** L of every rule, computed at each call: [N]. */
  get loss(): Float64Array {
    return totalsOfRules(this.#ladders, this.runs);
  }

  /** @throws LearnerError as addToIntervals, when the sums are read */
  plus(charges: readonly Charge[]): LazyIntervalTotals {
    return charges.length === 0 ? this : new LazyIntervalTotals(this.#ladders, this.#sums.plus(charges));
  }
}
