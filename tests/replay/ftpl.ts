/** The rules that FTPL draws (docs/log-format-learners.md, "Rules drawn" and "Resamples"). */

import { Noise } from "./ftpl-noise.ts";
import { TOLERANCE } from "./report.ts";
import type { Answers, Rules } from "./rules.ts";
import type { Ftpl } from "./settings-ftpl.ts";

/** A rule, and whether another one came so near that it could be that one. */
export interface Drawn {
  readonly rule: number;
  readonly isUnsure: boolean;
}

/** Rules of least L_h + sum over p of z_p h(context p), each with fresh noise from one stream. */
export class Drawing {
  private readonly settings: Ftpl;
  private readonly rules: Rules;
  private readonly losses: readonly number[];
  /** By context: the rules that accept it. */
  private readonly accepting: readonly (readonly number[])[];

  constructor(settings: Ftpl, rules: Rules, losses: readonly number[]) {
    this.settings = settings;
    this.rules = rules;
    this.losses = losses.map((loss, rule) =>
      rules.isRepeat?.(rule) === true ? Number.POSITIVE_INFINITY : loss,
    );
    this.accepting = Array.from({ length: rules.contexts.count }, (_, context) =>
      losses.flatMap((_loss, rule) => (rules.contexts.accepts(rule, context) ? [rule] : [])),
    );
  }

  /** h_1 ... h_R. */
  opening(noiseSeed: string): Drawn[] {
    const noise = new Noise(noiseSeed);
    return Array.from({ length: this.settings.drawn }, () => this.draw(noise));
  }

  /** J of the person at a position, at most L; null where another exp could give another one. */
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
    const sums = Float64Array.from(this.losses);
    for (const rules of this.accepting) {
      let z = 0;
      for (let n = 0; n < variables; n++) z += noise.variable();
      for (const rule of rules) sums[rule] = (sums[rule] ?? 0) + z / omega;
    }
    return least(sums);
  }
}

/** Ties by the lowest number. */
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
