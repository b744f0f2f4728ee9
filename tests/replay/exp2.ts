/** The learner's numbers (docs/log-format.md, section 5): eta, C, weights and chances. */

import { fromFixedPoint } from "./decimal.ts";
import type { Answers, Rules } from "./rules.ts";
import type { Settings } from "./settings.ts";

/** Computes eta and C of round t; null if the table has no case for it. */
export function rates(settings: Settings, t: number): { eta: number; fairnessWeight: number } | null {
  const { horizon, roundSize: k, fairnessMultiplier: c, eps } = settings;
  const logRules = Math.log(settings.rules.count);
  const withinHorizon = horizon !== null && t <= horizon;
  if (settings.mode === "paper") {
    if (!withinHorizon) return null;
    const fairnessWeight = Math.exp(Math.log(horizon) / 5);
    const d = 2 * k + 4 * fairnessWeight;
    return { eta: Math.sqrt((2 * logRules) / (d ** 3 * horizon)), fairnessWeight };
  }
  if (horizon !== null && !withinHorizon && !settings.anytimeAfterHorizon) return null;
  const variance = withinHorizon ? (0.8 * logRules) / horizon : logRules / (3 * blockStart(t));
  const eta0 = Math.sqrt(variance) / k;
  return { eta: c > 1 ? eta0 / c : eta0, fairnessWeight: (c * eps) / eta0 };
}

/** 2^j <= t < 2^(j+1). */
function blockStart(t: number): number {
  let start = 1;
  while (start * 2 <= t) start *= 2;
  return start;
}

/** w_h from exact losses and the prior; 0 where the exponent is below -708, or the prior is 0. */
export function weightsOf(losses: readonly bigint[], eta: number, prior: readonly number[]): number[] {
  let least: bigint | null = null;
  for (const [rule, loss] of losses.entries()) {
    if ((prior[rule] ?? 0) > 0 && (least === null || loss < least)) least = loss;
  }
  return losses.map((loss, rule) => {
    const q = prior[rule] ?? 0;
    const exponent = -eta * fromFixedPoint(loss - (least ?? loss));
    return q === 0 || exponent < -708 ? 0 : q * Math.exp(exponent);
  });
}

/** Computes the weights from losses that are doubles, in units of the fixed point. */
export function doubleWeights(losses: Float64Array, eta: number, prior: readonly number[]): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let rule = 0; rule < losses.length; rule++) {
    if ((prior[rule] ?? 0) > 0) least = Math.min(least, losses[rule] ?? 0);
  }
  return losses.map((loss, rule) => {
    const q = prior[rule] ?? 0;
    const exponent = -eta * ((loss - least) / 2 ** 128);
    return q === 0 || exponent < -708 ? 0 : q * Math.exp(exponent);
  });
}

/** The chance as accepting weight over accepting and refusing weight, each summed with compensation. */
export function chanceOf(rules: Rules, weights: ArrayLike<number>, answers: Answers): number {
  const accepting = new Sum();
  const refusing = new Sum();
  for (let rule = 0; rule < weights.length; rule++) {
    (rules.accepts(answers, rule) ? accepting : refusing).add(weights[rule] ?? 0);
  }
  return accepting.value / (accepting.value + refusing.value);
}

/** Neumaier's compensated sum. */
export class Sum {
  private total = 0;
  private lost = 0;

  add(term: number): void {
    const next = this.total + term;
    this.lost += Math.abs(this.total) >= Math.abs(term) ? this.total - next + term : term - next + this.total;
    this.total = next;
  }

  get value(): number {
    return this.total + this.lost;
  }
}
