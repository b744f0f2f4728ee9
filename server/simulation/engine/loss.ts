import type { WeightedPair } from "#server/learner/interface/learner.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { sum } from "#server/learner/numeric/math.ts";

/**
 * Error: how many of the round's people a policy is expected to decide wrongly.
 *
 *   Error(π, x, y) = Σ_i [ π(x_i)(1 - y_i) + (1 - π(x_i)) y_i ]
 *
 * @param chances π(x_i): [k], each in [0, 1]; a single rule h has chances h(x_i)
 * @param labels y_i: [k]
 * @returns in [0, k]
 * @throws LearnerError "shape"; "range"
 * Source: NOTATION row "Error" (Def. 2.6).
 */
export function errorLoss(chances: readonly number[], labels: readonly (0 | 1)[]): number {
  if (chances.length !== labels.length) {
    throw new LearnerError("shape", `${chances.length} chances, ${labels.length} labels`);
  }
  checkChances(chances);
  return sum(chances.map((p, i) => (labels[i] === 1 ? 1 - p : p)));
}

/**
 * Unfair: whether the panel found a violation. It counts rounds, not pairs.
 *
 *   Unfair(π, x, j) = 1 if j(π, x) ≠ (v,v), else 0
 *
 * @param violations the round's (α,γ)-violations
 * Source: NOTATION row "Unfair" (Def. 2.7).
 */
export function unfairLoss(violations: readonly unknown[]): 0 | 1 {
  return violations.length > 0 ? 1 : 0;
}

/**
 * The (C,ρ)-Lagrangian loss; with several weighted pairs, their average.
 *
 *   L_{C,ρ}(π, x, y) = Error(π, x, y) + C Σ_p λ_p [π(ρ_p^1) - π(ρ_p^2)]
 *
 * @param chances π(x_i): [k]
 * @param labels y_i: [k]
 * @param pairs positions and weights λ; one pair of weight 1 is the paper's ρ, none is (v,v)
 * @param fairnessWeight C > 0
 * @throws LearnerError "shape"; "range"; "not-finite"
 * Source: NOTATION row "L" (Def. 2.8; the average is [derived]).
 */
export function lagrangianLoss(
  chances: readonly number[],
  labels: readonly (0 | 1)[],
  pairs: readonly WeightedPair[],
  fairnessWeight: number,
): number {
  if (!(fairnessWeight > 0)) throw new LearnerError("range", `C = ${fairnessWeight}`);
  const gaps = pairs.map(({ high, low, weight }) => weight * (at(chances, high) - at(chances, low)));
  return errorLoss(chances, labels) + fairnessWeight * sum(gaps);
}

function at(chances: readonly number[], position: number): number {
  const chance = chances[position];
  if (chance === undefined) throw new LearnerError("shape", `position ${position} of ${chances.length}`);
  return chance;
}

function checkChances(chances: readonly number[]): void {
  for (const chance of chances) {
    if (!(chance >= 0 && chance <= 1)) throw new LearnerError("range", `${chance} is not a chance`);
  }
}
