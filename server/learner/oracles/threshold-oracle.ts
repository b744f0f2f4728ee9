import type { Column, Cut } from "#server/learner/spec/spec.ts";
import { checkWidth, numberCell } from "../hypotheses/cells.ts";
import { type CutColumn, cutColumns, intervalOf } from "../hypotheses/cut-columns.ts";
import { type CutRules, cutRules } from "../hypotheses/cut-rules.ts";
import { bindCuts } from "../hypotheses/thresholds.ts";
import { argmin, checkTotals, type Oracle } from "./oracle.ts";

/**
 * Thresholds: cuts are sorted once, each column's history is one cell per interval, and losses are prefix sums (`<=`) and
 * suffix sums (`>`). The last cell holds the sum of all costs, for the rule that accepts everyone.
 *
 *   L(<= v_r) = Σ_{j < r} cell_j,  L(> v_r) = Σ_{j >= r} cell_j;  noise the same, one variable per interval
 *
 * @throws LearnerError as thresholds
 * Cost: O(n log n) to build, O(n) per history and per call.
 */
export function thresholdOracle(columns: readonly Column[], cuts: readonly Cut[]): Oracle {
  const { positions, values } = bindCuts(columns, cuts);
  const sorted = cutColumns(positions, values);
  const rules = cutRules(cuts);
  const { size } = rules;
  const total = sorted.intervalCount;

  return {
    size,
    cellCount: total + 1,
    cells(individual) {
      checkWidth(individual, columns.length);
      const cells = [total];
      for (const column of sorted.columns) {
        const interval = intervalOf(column, numberCell(individual, column.position));
        if (interval >= 0) cells.push(column.offset + interval);
      }
      return cells;
    },
    transformHistory(history) {
      const totals = new Float64Array(size);
      totals[1] = history[total] as number;
      addSums(sorted.columns, rules, history, totals);
      return checkTotals(totals);
    },
    search(totals) {
      return (noise) => {
        const sums = totals.slice();
        // a person with one cell is accepted by everyone's rule in each interval
        for (const z of noise) sums[1] = (sums[1] as number) + z;
        addSums(sorted.columns, rules, noise, sums);
        return argmin(sums);
      };
    },
  };
}

/** Adds prefix and suffix sums of each column's intervals to the rules of its cuts. */
function addSums(
  columns: readonly CutColumn[],
  { atMost, above: aboveOf }: CutRules,
  values: Float64Array,
  totals: Float64Array,
): void {
  for (const { order, offset } of columns) {
    let below = 0;
    let above = 0;
    for (let r = 1; r <= order.length; r++) {
      below += values[offset + r - 1] as number;
      const rule = atMost[order[r - 1] as number] as number;
      if (rule >= 0) totals[rule] = (totals[rule] as number) + below;
    }
    for (let r = order.length; r >= 1; r--) {
      above += values[offset + r] as number;
      const rule = aboveOf[order[r - 1] as number] as number;
      if (rule >= 0) totals[rule] = (totals[rule] as number) + above;
    }
  }
}
