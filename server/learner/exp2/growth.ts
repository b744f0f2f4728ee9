import { exp, log } from "#server/learner/numeric/math.ts";
import { reducedLength } from "../config/step-sizes.ts";

/**
 * The expressions inside the O of Theorems 4.4 and 4.5, with the constant 1. They show how a bound grows and are no
 * bounds themselves. See bounds.ts for the bounds of a study.
 */
export type Exp2Growth = {
  /** Theorem 4.4, for the reduction's vectors of length d: √(d T ln N), of losses in [-1, 1]. */
  readonly semiBandit: number;
  /** Theorem 4.5: k^(3/2) T^(4/5) √(ln N), of errors. */
  readonly errors: number;
  /** Theorem 4.5: the growth of the errors divided by ε, for violating rounds. */
  readonly violatingRounds: number;
  /** The first T from which the growth of the violating rounds is below T; null beyond what can be counted. */
  readonly belowAllFrom: number | null;
  /** C = T^(1/5). */
  readonly fairnessWeight: number;
};

/**
 * Theorems 4.4 and 4.5 in numbers.
 *
 * @param roundSize k, people in a round, from 1
 * @param size N, rules, from 2
 * @param horizon T, rounds, from 1
 * @param eps ε, above 0
 * Source: NOTATION row "growth, Exp2" (Thm 4.4, 4.5).
 */
export function exp2Growth({
  roundSize: k,
  size,
  horizon: T,
  eps,
}: {
  readonly roundSize: number;
  readonly size: number;
  readonly horizon: number;
  readonly eps: number;
}): Exp2Growth {
  const fairnessWeight = exp(log(T) / 5);
  const shared = k * Math.sqrt(k * log(size));
  const errors = shared * exp((4 / 5) * log(T));
  // errors/ε < T  ⇔  T^(1/5) > k^(3/2) √(ln N)/ε
  const belowAllFrom = Math.ceil((shared / eps) ** 5);
  return {
    semiBandit: Math.sqrt(reducedLength(k, fairnessWeight) * T * log(size)),
    errors,
    violatingRounds: errors / eps,
    belowAllFrom: Number.isSafeInteger(belowAllFrom) ? belowAllFrom : null,
    fairnessWeight,
  };
}
