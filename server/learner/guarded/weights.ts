import { sumOfWeights } from "#server/learner/numeric/kernels/passes.ts";
import { log } from "#server/learner/numeric/math.ts";
import { sumInParts } from "#server/learner/numeric/parts.ts";

/** 2^-1022: less has no logarithm in kernel "portable-1". */
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/**
 * Returns what a batch of charges costs a policy beyond its mean: the mixability gap, >= 0 up to rounding.
 *
 *   δ(η) = mean + (1/η) ln (Σ_h w_h e^(-η A_h) / Σ_h w_h),  the first sum, least A taken out, at least 2^-1022
 *
 * @param weights w: [N]
 * @param charges A: [N]
 * @param mean what the policy was charged
 * Cost: N exponentials.
 */
export function mixabilityGap(
  weights: Float64Array,
  charges: Float64Array,
  mean: number,
  eta: number,
): number {
  const { least, total } = sumOfWeights({ loss: charges, tilt: null, eta, prior: weights });
  return mean - least + log(Math.max(total, SMALLEST_NORMAL) / sumInParts(weights)) / eta;
}
