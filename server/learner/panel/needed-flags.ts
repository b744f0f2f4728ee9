import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Gamma } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * Returns the number of flags that make a violation.
 *
 *   r = max(1, ⌈γ m⌉) = ⌊(a m + b - 1)/b⌋,  γ = a/b: the smallest n with n/m >= γ, in integers
 *
 * @param gamma a/b with 1 <= a <= b <= LIMITS.gammaDenominator
 * @param m seats, 1..LIMITS.seats
 * @returns r in 1..m
 * @throws LearnerError "gamma-outside" (γ = 0 too: every pair would violate); "range" on m
 * Source: NOTATION row "r" (Def. 2.3, 2.4).
 */
export function neededFlags(gamma: Gamma, m: number): number {
  const { numerator, denominator } = gamma;
  const isShare =
    Number.isInteger(numerator) &&
    Number.isInteger(denominator) &&
    numerator >= 1 &&
    numerator <= denominator &&
    denominator <= LIMITS.gammaDenominator;
  if (!isShare) throw new LearnerError("gamma-outside", `gamma ${numerator}/${denominator} is not in (0, 1]`);
  if (!Number.isInteger(m) || m < 1 || m > LIMITS.seats) {
    throw new LearnerError("range", `a panel of ${m} seats`);
  }
  return shareOf(gamma, m);
}

/**
 * Returns the smallest whole number that is at least a share of a total: ⌈a n/b⌉, in integers.
 *
 * @param gamma a/b, checked
 * @param total n, such that a n + b < 2^53
 */
export function shareOf({ numerator, denominator }: Gamma, total: number): number {
  // the remainder makes the division exact
  const dividend = numerator * total + denominator - 1;
  return (dividend - (dividend % denominator)) / denominator;
}
