import type { Charge } from "#server/learner/interface/estimators.ts";
import { costOf, LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Oracle } from "../oracles/oracle.ts";

/**
 * Adds charges to FTPL's history, cell by cell: the same charges, on the same grid, that Exp2 adds to the losses of its
 * rules, before their transform.
 *
 * @param history one sum of costs per cell: [cellCount]; not changed
 * @returns new history
 * @throws LearnerError "not-finite" on a charge; "range" if a sum is beyond LARGEST_TOTAL; as Oracle.cells
 * Cost: O(cellCount + charges · cells of a person).  Source: NOTATION row "history" (Def. 4.10).
 */
export function addToHistory(
  oracle: Pick<Oracle, "cells">,
  history: Float64Array,
  charges: readonly Charge[],
): Float64Array {
  const loss = history.slice();
  for (const { individual, cost } of charges) {
    for (const cell of oracle.cells(individual)) {
      loss[cell] = (loss[cell] as number) + costOf(cost);
      if (Math.abs(loss[cell] as number) > LARGEST_TOTAL) {
        throw new LearnerError("range", `the history of cell ${cell} is beyond ${LARGEST_TOTAL}`);
      }
    }
  }
  return loss;
}
