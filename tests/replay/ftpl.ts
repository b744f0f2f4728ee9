/** The rules that FTPL draws (docs/log-format-learners.md, "Rules drawn" and "Resamples"). */

import { fromFixedPoint } from "./decimal.ts";
import { Noise } from "./ftpl-noise.ts";
import { TOLERANCE } from "./report.ts";
import type { Answers, Drawn, Finder, Rules } from "./rules.ts";
import type { Ftpl } from "./settings-ftpl.ts";

/** Finds the rules of least L_h + sum over p of z_p h(context p), each with new noise from one stream. */
export class Drawing {
  private readonly settings: Ftpl;
  private readonly rules: Rules;
  private readonly find: Finder;

  constructor(settings: Ftpl, rules: Rules, find: Finder) {
    this.settings = settings;
    this.rules = rules;
    this.find = find;
  }

  /** h_1 ... h_R. */
  opening(noiseSeed: string): Drawn[] {
    const noise = new Noise(noiseSeed);
    return Array.from({ length: this.settings.drawn }, () => this.draw(noise));
  }

  /** Computes J of the person at a position, at most L; null if another exp could give another value. */
  resample(resampleSeed: string, position: number, answers: Answers): number | null {
    const { weightCap } = this.settings;
    const noise = new Noise(resampleSeed, position);
    for (let J = 1; J < weightCap; J++) {
      const { rule, isUnsure } = this.draw(noise);
      if (isUnsure) return null;
      if (this.rules.accepts(answers, rule)) return J;
    }
    return weightCap;
  }

  private draw(noise: Noise): Drawn {
    const { variables, omega } = this.settings;
    return this.find(
      Array.from({ length: this.rules.contexts.count }, () => {
        let z = 0;
        for (let n = 0; n < variables; n++) z += noise.variable();
        return z / omega;
      }),
    );
  }
}

/** Chooses how to find the rules of a class: by search, or by comparing all. @param sums of the history's cells */
export function finderOf(rules: Rules, sums: readonly bigint[]): Finder {
  return (
    rules.search?.(sums.map(fromFixedPoint)) ??
    amongAll(rules, rules.cells.losses([...sums]).map(fromFixedPoint))
  );
}

/** @param losses of every rule */
export function amongAll({ contexts, isRepeat }: Rules, losses: readonly number[]): Finder {
  const own = losses.map((loss, rule) => (isRepeat?.(rule) === true ? Number.POSITIVE_INFINITY : loss));
  const accepting = Array.from({ length: contexts.count }, (_, context) =>
    losses.flatMap((_loss, rule) => (contexts.accepts(rule, context) ? [rule] : [])),
  );
  return (noise) => {
    const sums = Float64Array.from(own);
    for (const [context, z] of noise.entries()) {
      for (const rule of accepting[context] ?? []) sums[rule] = (sums[rule] ?? 0) + z;
    }
    return least(sums);
  };
}

/** Compares two rules; ties go to the lowest number. */
function least(sums: Float64Array): Drawn {
  let rule = 0;
  let next = Number.POSITIVE_INFINITY;
  for (let other = 1; other < sums.length; other++) {
    const [best = 0, value = 0] = [sums[rule], sums[other]];
    if (value < best) {
      next = best;
      rule = other;
    } else next = Math.min(next, value);
  }
  const best = sums[rule] ?? 0;
  const size = Math.max(Math.abs(best), Math.abs(next));
  return { rule, isUnsure: next - best < TOLERANCE * size };
}
