import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import type { Policy } from "#server/learner/interface/learner.ts";
import type { RulePrior } from "#server/learner/numeric/kernels/passes.ts";
import type { Totals } from "./totals.ts";

/**
 * L, the cumulative losses of all rules, to which charges are added only when they are read. Outcomes arrive one by one,
 * and the totals in between are not needed. Sums are exact, so the time of reading changes no bit. Errors of a charge,
 * such as LearnerError "range", are thrown when the totals are read.
 */
export type LazyTotals = Totals & {
  /** The numbers that a state is stored and hashed by: L, or place and sum of the charges that L follows from. */
  readonly numbers: Float64Array;
  /** L_h += Σ cost · h(x). Returns new totals. */
  plus(charges: readonly Charge[]): LazyTotals;
  /** Adds the pending charges now, so that the next opening does not wait for it. */
  prepare(): void;
  /**
   * w_h = q_h exp(-η (L_h - min L)). Returns the weights in the form that the draw needs, and each person's chance.
   *
   * @throws LearnerError "not-finite"; "shape" and "not-a-decimal" on a person
   */
  weigh(weighing: WeighingInput, people: readonly Features[]): Weighed;
};

export type WeighingInput = {
  /** η, above 0, half units. */
  readonly eta: number;
  /** q: null: 1 for every rule. */
  readonly prior: RulePrior | null;
};

export type Weighed = { readonly policy: Policy; readonly chances: readonly number[] };
