/** What mode `guarded` would give the people of a closed round if one were opened now (docs/log-format-guarded.md, section 5). */

import { toNumber } from "./decimal.ts";
import { leadOf, targetOf } from "./guarded-numbers.ts";
import { totalOf } from "./guarded-weights.ts";
import { Broken } from "./report.ts";
import type { Study } from "./study.ts";

export interface NextChances {
  readonly base: readonly number[];
  /** Within the limit of the next round. */
  readonly published: readonly number[];
}

/** By the round's positions, as long as the budget cuts no pull. The study is used up: its state has been opened. */
export function nextGuarded(study: Study, number: number): NextChances {
  const { alpha, guarded, roundSize: k, rules } = study.knownSettings();
  const round = study.rounds.get(number);
  if (guarded === null || round === undefined) throw new Broken("round", "one of mode guarded", number);
  const state = study.knownGuarded();
  const mixability = state.settle() ?? Number.NaN;
  const { tau, eta: before, t, spent } = state.now;
  const logRules = Math.log(rules.count);
  const tuned = mixability > 0 ? logRules / mixability : Number.POSITIVE_INFINITY;
  const cap = (guarded.pace / k) * Math.sqrt((0.4 * logRules) / (t + 1));
  const weights = state.open({ eta: Math.min(before, tuned, cap), mixability, spent }) ?? [];
  const base = round.people.map(({ person }) => {
    const bits = study.bitsOf(person) ?? [];
    return totalOf(weights.map((weight, rule) => weight * (bits[rule] ?? Number.NaN)));
  });
  const limit = (toNumber(alpha) + Math.max(0, tau)) * (1 - 1e-9);
  const spread = Math.max(...base) - Math.min(...base);
  const pull = spread > limit ? 1 - limit / spread : 0;
  const target = targetOf(base, guarded.upwards ? leadOf(weights) : null);
  return { base, published: base.map((chance) => (1 - pull) * chance + pull * target) };
}
