import { EXP_FLOOR, exp, log } from "#server/learner/numbers/math.ts";

/** 2^-1022: less has no logarithm in kernel "portable-1". */
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/**
 * What a batch of charges costs a policy beyond its mean: the mixability gap, >= 0 up to rounding.
 *
 *   δ(η) = mean + (1/η) ln Σ_h w_h e^(-η A_h),  the sum, least A taken out, at least 2^-1022
 *
 * @param weights w: [N], summing to one
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
  let least = Number.POSITIVE_INFINITY;
  for (let h = 0; h < charges.length; h++) {
    if ((weights[h] as number) > 0) least = Math.min(least, charges[h] as number);
  }
  let total = 0;
  for (let h = 0; h < charges.length; h++) {
    const exponent = -eta * ((charges[h] as number) - least);
    if ((weights[h] as number) > 0 && exponent >= EXP_FLOOR) total += (weights[h] as number) * exp(exponent);
  }
  return mean - least + log(Math.max(total, SMALLEST_NORMAL)) / eta;
}
