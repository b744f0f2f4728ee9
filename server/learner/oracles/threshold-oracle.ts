import type { Column, Cut, CutRange } from "#server/learner/config/spec.ts";
import { type Ladder, laddersOf, placesOf, rulesACut } from "../classes/ladders.ts";
import { argmin, checkTotals, type Oracle } from "./oracle.ts";

/**
 * Thresholds: each column's history is one cell per interval, and losses are prefix sums (`<=`) and
 * suffix sums (`>`). The last cell holds the sum of all costs, for the rule that accepts everyone.
 *
 *   L(<= v_r) = Σ_{j < r} cell_j,  L(> v_r) = Σ_{j >= r} cell_j;  noise likewise, one variable per interval
 *
 * @throws LearnerError as thresholds
 * Cost: O(n log n) to build, O(n) per history and per call.
 */
export function thresholdOracle(columns: readonly Column[], cuts: readonly (Cut | CutRange)[]): Oracle {
  const all = laddersOf(columns, cuts);
  const { size, columns: ladders, intervalCount: total } = all;

  return {
    size,
    cellCount: total + 1,
    cells: (individual) => placesOf(all, individual),
    transformHistory(history) {
      const totals = new Float64Array(size);
      totals[1] = history[total] as number;
      addSums(ladders, history, totals);
      return checkTotals(totals);
    },
    search(totals) {
      return (noise) => {
        const sums = totals.slice();
        // rule 1 accepts the people of all contexts, one for each interval
        for (const z of noise) sums[1] = (sums[1] as number) + z;
        addSums(ladders, noise, sums);
        return argmin(sums);
      };
    },
  };
}

/** Adds prefix and suffix sums of each column's intervals to the rules of its cuts. */
function addSums(ladders: readonly Ladder[], values: Float64Array, totals: Float64Array): void {
  for (const { stretches, offset } of ladders) {
    let [below, above] = [0, 0];
    for (const { first, count, rule, side } of stretches) {
      const apart = rulesACut({ side });
      for (let i = 0; i < count; i++) {
        below += values[offset + first + i] as number;
        if (side !== "above") addTo(totals, rule + apart * i, below);
      }
    }
    for (const { first, count, rule, side } of stretches.toReversed()) {
      const apart = rulesACut({ side });
      for (let i = count - 1; i >= 0; i--) {
        above += values[offset + first + i + 1] as number;
        if (side !== "at-most") addTo(totals, rule + apart * (i + 1) - 1, above);
      }
    }
  }
}

function addTo(totals: Float64Array, rule: number, value: number): void {
  totals[rule] = (totals[rule] as number) + value;
}
