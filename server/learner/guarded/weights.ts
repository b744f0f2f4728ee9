import { EXP_FLOOR, exp, log } from "#server/learner/numbers/math.ts";

/**
 * The weights of all rules, summing to one.
 *
 *   w_h = q_h e^(-η (L_h + G_h)) / Σ,  the least L + G subtracted first;  exactly 0 where the exponent is below EXP_FLOOR
 *
 * @param eta η > 0; Infinity only with L + G = 0
 * @returns [N]
 * Cost: N exponentials.
 */
export function priorWeights(
  prior: Float64Array,
  { loss, tilt }: { loss: Float64Array; tilt: Float64Array },
  eta: number,
): Float64Array {
  const weights = new Float64Array(prior.length);
  let least = Number.POSITIVE_INFINITY;
  for (let h = 0; h < weights.length; h++) {
    const total = (loss[h] as number) + (tilt[h] as number);
    weights[h] = total;
    if ((prior[h] as number) > 0 && total < least) least = total;
  }
  for (let h = 0; h < weights.length; h++) {
    const exponent = -eta * ((weights[h] as number) - least);
    weights[h] = exponent < EXP_FLOOR ? 0 : (prior[h] as number) * exp(Math.min(0, exponent));
  }
  return normalise(weights);
}

/** Divides by the total, in place. */
export function normalise(weights: Float64Array): Float64Array {
  let total = 0;
  for (let h = 0; h < weights.length; h++) total += weights[h] as number;
  for (let h = 0; h < weights.length; h++) weights[h] = (weights[h] as number) / total;
  return weights;
}

/** a + b, rule by rule. A loop: the arrays' own map takes many times as long. */
export function sumOf(a: Float64Array, b: Float64Array): Float64Array {
  const sums = new Float64Array(a.length);
  for (let h = 0; h < sums.length; h++) sums[h] = (a[h] as number) + (b[h] as number);
  return sums;
}

/**
 * What a batch of charges costs a policy beyond its mean: the mixability gap, >= 0 up to rounding.
 *
 *   δ(η) = mean + (1/η) ln Σ_h w_h e^(-η A_h)
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
  return mean - least + log(total) / eta;
}
