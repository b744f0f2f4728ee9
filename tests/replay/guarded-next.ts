/** The chances of a closed round's people if a round in mode `guarded` opened now (docs/log-format-guarded.md, section 5). */

import { toNumber } from "./decimal.ts";
import { leadOf, targetOf } from "./guarded-numbers.ts";
import { normalised, totalOf } from "./guarded-weights.ts";
import { type Bounds, boundsOf } from "./picks.ts";
import { Broken } from "./report.ts";
import type { Study } from "./study.ts";

export interface NextChances {
  readonly base: readonly number[];
  /** Within the limit of the next round. */
  readonly published: readonly number[];
}

/** Computes the chances by position if the budget cuts no pull. This changes the study's state. */
export function nextGuarded(study: Study, number: number): NextChances {
  const { alpha, guarded, roundSize: k, rules, picks } = study.knownSettings();
  const round = study.rounds.get(number);
  if (guarded === null || round === undefined) throw new Broken("round", "one of mode guarded", number);
  const state = study.knownGuarded();
  const mixability = state.settle() ?? Number.NaN;
  const { tau, eta: before, t, spent } = state.now;
  const logRules = Math.log(rules.count);
  const tuned = mixability > 0 ? logRules / mixability : Number.POSITIVE_INFINITY;
  const cap = (guarded.pace / k) * Math.sqrt((0.4 * logRules) / (t + 1));
  const swept = state.open({ eta: Math.min(before, tuned, cap), mixability, spent }) ?? [];
  const bits = round.people.map(({ person }) => study.bitsOf(person) ?? []);
  const n = bits.length;
  const { low, high } =
    picks === null ? { low: 0, high: n } : boundsOf(picks, n, study.openRounds.aheadWithOpen);
  const weights = projectedOnto(swept, bits, { low, high });
  const base = bits.map((row) => totalOf(weights.map((weight, rule) => weight * (row[rule] ?? Number.NaN))));
  const limit = (toNumber(alpha) + Math.max(0, tau)) * (1 - 1e-9);
  const spread = Math.max(...base) - Math.min(...base);
  const pull = spread > limit ? 1 - limit / spread : 0;
  const free = targetOf(base, guarded.upwards ? leadOf(weights) : null);
  const target = Math.min(high / n, Math.max(low / n, free));
  return { base, published: base.map((chance) => (1 - pull) * chance + pull * target) };
}

/** Finds weights that pick a number within the bounds, if they exist; nu is found by bisection. */
function projectedOnto(
  weights: readonly number[],
  bits: readonly ArrayLike<number>[],
  { low, high }: Bounds,
): readonly number[] {
  const counts = weights.map((_, rule) => totalOf(bits.map((row) => row[rule] ?? 0)));
  const at = (nu: number) =>
    normalised(weights.map((weight, rule) => weight * Math.exp((nu * (counts[rule] ?? 0)) / bits.length)));
  const picked = (shares: readonly number[]) =>
    totalOf(shares.map((share, rule) => share * (counts[rule] ?? 0)));
  const number = picked(weights);
  if (number >= low && number <= high) return weights;
  const wanted = number < low ? low : high;
  let [from, to] = [-60, 60];
  for (let halving = 0; halving < 100; halving += 1) {
    const middle = (from + to) / 2;
    if (picked(at(middle)) < wanted) from = middle;
    else to = middle;
  }
  return at(to);
}
