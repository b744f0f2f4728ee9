/** Weights of mode `guarded` and the mixability gap (docs/log-format-guarded.md, section 5). */

import { Sum } from "./exp2.ts";

/** weights(eta): from the prior and the totals L + G, summing to one. */
export function normalisedWeights(
  prior: readonly number[],
  totals: readonly number[],
  eta: number,
): number[] {
  const least = leastOf(totals, prior);
  const raw = totals.map((total, rule) => {
    const exponent = Math.min(0, -eta * (total - least));
    return exponent < -708 ? 0 : (prior[rule] ?? 0) * Math.exp(exponent);
  });
  return normalised(raw);
}

export function normalised(weights: readonly number[]): number[] {
  const total = totalOf(weights);
  return weights.map((weight) => weight / total);
}

export function totalOf(terms: Iterable<number>): number {
  const sum = new Sum();
  for (const term of terms) sum.add(term);
  return sum.value;
}

/** lin - a + ln(sum of w_h exp(-e (A_h - a)))/e, a the least charge of a rule with weight. */
export function mixabilityGap(
  weights: readonly number[],
  charges: readonly number[],
  lin: number,
  eta: number,
): number {
  const least = leastOf(charges, weights);
  const terms = weights.map((weight, rule) => {
    const exponent = -eta * ((charges[rule] ?? 0) - least);
    return weight > 0 && exponent >= -708 ? weight * Math.exp(exponent) : 0;
  });
  return lin - least + Math.log(Math.max(totalOf(terms), 2 ** -1022)) / eta;
}

/** The least of the values that have a weight above 0. */
function leastOf(values: readonly number[], weights: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [rule, value] of values.entries()) if ((weights[rule] ?? 0) > 0) least = Math.min(least, value);
  return least;
}
