import type { Charge } from "#server/learner/contract/estimators.ts";
import { addCompensated } from "#server/learner/numbers/compensation.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { Oracle } from "./oracles/oracle.ts";
import type { Totals } from "./policy/totals.ts";

/**
 * Adds charges to FTPL's history, cell by cell, with Neumaier's compensation: the same charges that Exp2 adds to the
 * losses of its rules, before their transform.
 *
 * @param history [cellCount]; not changed
 * @returns new history
 * @throws LearnerError "not-finite"; as Oracle.cells
 * Cost: O(cellCount + charges · cells of a person).  Source: NOTATION row "history" (Def. 4.10).
 */
export function addToHistory(oracle: Oracle, history: Totals, charges: readonly Charge[]): Totals {
  const loss = history.loss.slice();
  const compensation = history.compensation.slice();
  for (const { individual, cost } of charges) {
    if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
    for (const cell of oracle.cells(individual)) {
      addCompensated(loss, compensation, cell, cost);
      if (!Number.isFinite((loss[cell] as number) + (compensation[cell] as number))) {
        throw new LearnerError("not-finite", `the history of cell ${cell} is not finite`);
      }
    }
  }
  return { loss, compensation };
}

/** The history as plain numbers: [cellCount]. */
export function historySums({ loss, compensation }: Totals): Float64Array {
  return loss.map((value, cell) => value + (compensation[cell] as number));
}
