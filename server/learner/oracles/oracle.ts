import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Separator } from "../classes/class.ts";

/**
 * Exact weighted empirical risk minimisation over one class (Definition 4.10), split by linearity so that a history is
 * transformed once and noise is added per call:
 *
 *   argmin_h Σ_j cost_j h(x_j) + Σ_p noise_p h(s_p),   ties by the lowest catalogue number
 *
 * The history is kept as one sum of costs per cell. A cell is what the rules can distinguish of people: an answer
 * vector, an interval of a column, a rule. Only sums are kept, never a person. But a cell into which only one person
 * has fallen shows what that person was charged, so a history is protected as personal data are.
 *
 * Source: NOTATION row "oracle" (Def. 4.10).
 */
export type Oracle = {
  /** N */
  readonly size: number;
  readonly cellCount: number;
  /**
   * The cells that a charge on this person is added to.
   * @throws LearnerError as HypothesisClass.bits
   */
  cells(individual: Features): readonly number[];
  /**
   * Σ_j cost_j h(x_j) of every rule.
   * @param history [cellCount], finite; not changed
   * @returns [N]
   */
  transformHistory(history: Float64Array): Float64Array;
  /**
   * Prepares the search for one history; each call of the result is one call of the oracle with the history and its
   * noise.
   * @param totals from transformHistory: [N]
   * @returns a function from noise [s] to a catalogue number
   */
  search(totals: Float64Array): (noise: Float64Array) => number;
};

/**
 * M((x_j), (cost_j)): returns the rule of least weighted loss.
 *
 * @param charges people and costs, in any order
 * @param separator of the same class
 * @returns a catalogue number, ties by the lowest
 * @throws LearnerError "not-finite"; as HypothesisClass.bits
 * Cost: one transform.  Source: NOTATION row "oracle" (Def. 4.10).
 */
export function leastLoss(oracle: Oracle, separator: Separator, charges: readonly Charge[]): number {
  const history = new Float64Array(oracle.cellCount);
  for (const { individual, cost } of charges) {
    if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
    for (const cell of oracle.cells(individual)) history[cell] = (history[cell] as number) + cost;
  }
  return oracle.search(oracle.transformHistory(history))(new Float64Array(separator.size));
}

/** @throws LearnerError "not-finite" if a total is not finite: a search over NaN would find rule 0 */
export function checkTotals(totals: Float64Array): Float64Array {
  for (let h = 0; h < totals.length; h++) {
    if (!Number.isFinite(totals[h] as number)) {
      throw new LearnerError("not-finite", `the loss of rule ${h} is not finite`);
    }
  }
  return totals;
}

/**
 * Returns the position of the least value, the lowest of equals.
 *
 * @param values [n], n >= 1, no NaN
 */
export function argmin(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) {
    if ((values[i] as number) < (values[best] as number)) best = i;
  }
  return best;
}
