import type { Charge } from "#server/learner/contract/estimators.ts";
import { addCompensated } from "#server/learner/numbers/compensation.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { HypothesisClass } from "../hypotheses/class.ts";

/** Cumulative losses with what rounding took from them: L_h = loss[h] + compensation[h], half units. */
export type Totals = { readonly loss: Float64Array; readonly compensation: Float64Array };

/** @returns L_h = 0 for all h: [size] */
export function zeroTotals(size: number): Totals {
  return { loss: new Float64Array(size), compensation: new Float64Array(size) };
}

/**
 * Adds charges to the losses of all rules, with Neumaier's compensation: the error of a total does not grow with the
 * number of rounds.
 *
 *   L_h += Σ_q cost_q · h(x_q)
 *
 * @param rules the class, [N]
 * @param totals [N]; not changed
 * @param charges added in the given order
 * @returns new totals, or the same without a charge
 * @throws LearnerError "not-finite" if a charge or a total is not finite; "shape" and "not-a-decimal" on a person
 * Cost: O(N · charges).  Source: NOTATION row "Exp2 update" (Thm 4.4).
 */
export function addCharges(rules: HypothesisClass, totals: Totals, charges: readonly Charge[]): Totals {
  if (charges.length === 0) return totals;
  const loss = totals.loss.slice();
  const compensation = totals.compensation.slice();
  for (const { individual, cost } of charges) {
    if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
    const bits = rules.bits(individual);
    for (let h = 0; h < loss.length; h++) {
      if (bits[h] === 1) addCompensated(loss, compensation, h, cost);
    }
  }
  checkTotals({ loss, compensation });
  return { loss, compensation };
}

/** @throws LearnerError "not-finite" */
function checkTotals({ loss, compensation }: Totals): void {
  for (let h = 0; h < loss.length; h++) {
    if (!Number.isFinite((loss[h] as number) + (compensation[h] as number))) {
      throw new LearnerError("not-finite", `the loss of rule ${h} is not finite`);
    }
  }
}
