import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { ConstantShares, Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber, printDecimal } from "#server/learner/numeric/decimal.ts";
import { chancesOf } from "#server/learner/numeric/kernels/passes.ts";
import { sum } from "#server/learner/numeric/math.ts";
import { priorOf } from "../policy/prior.ts";
import { inGroups } from "../policy/totals.ts";
import { answeringGroups } from "../policy/weights.ts";
import { evenChances, evenStart } from "./even-start.ts";

/** Digits of a solved share: more than are ever shown, and enough to meet a mean to 1e-9. */
const SHARE_SCALE = 10;

/**
 * Returns the chances of people before anything was learned: those of the base policy in the first round.
 *
 *   p_i = Σ_h q_h h(x_i)
 *
 * @param prior as a spec holds it; absent: equal weights
 * @returns [n]
 * Cost: O(N n); for an even start that of evenChances.  Source: NOTATION row "prior".
 */
export function startChances(
  prior: LearnerSpec["prior"],
  rules: HypothesisClass,
  people: readonly Features[],
): number[] {
  const even = evenStart(prior, rules);
  if (even !== null) return evenChances(even, people);
  const weights =
    prior === undefined ? new Float64Array(rules.size).fill(1 / rules.size) : priorOf(prior, rules);
  // group by group, because there may be very many people
  return inGroups(people).flatMap((group) => chancesOf(weights, answeringGroups(rules, group)));
}

/** The range of mean chances that {@link sharesFor} can reach, both in [0, 1]. */
export type ShareRange = { readonly least: number; readonly most: number };

/**
 * Returns shares of the two constants for which the people's mean starting chance is the wanted one. The shares sum to
 * one half, so the other rules start as they do with half of the weight on the constants.
 *
 *   mean = all + (1/2) r,  r = the mean, over the people and the rules that are no constants, of h(x)
 *
 * @param wanted in [0, 1]
 * @param mean the mean starting chance with a quarter on each constant: 1/4 + r/2
 * @returns decimals; or, if the two cannot reach the wanted share, the range that they can reach
 * Source: NOTATION row "prior".
 */
export function sharesFor(wanted: number, mean: number): { shares: ConstantShares } | { range: ShareRange } {
  const quarter = parseNumber(DEFAULTS.constantShare);
  const range = { least: mean - quarter, most: mean + quarter };
  const half = BigInt(2 * quarter * 10 ** SHARE_SCALE);
  const all = BigInt(Math.round((wanted - range.least) * 10 ** SHARE_SCALE));
  if (all < 0n || all > half) return { range };
  const text = (digits: bigint) => printDecimal({ digits, scale: SHARE_SCALE });
  return { shares: { none: text(half - all), all: text(all) } };
}

/** The distance between two lists of chances. */
export type Nearness = { readonly mean: number; readonly largest: number };

/**
 * Returns how near chances are to a score in use.
 *
 * @param scores cells of the score: [n], n >= 1; null counts as 0
 */
export function nearness(chances: readonly number[], scores: readonly (string | null)[]): Nearness {
  const gaps = chances.map((chance, index) => {
    const score = scores[index] ?? null;
    return Math.abs(chance - (score === null ? 0 : parseNumber(score)));
  });
  return { mean: meanOf(gaps), largest: gaps.reduce((largest, gap) => Math.max(largest, gap), 0) };
}

/** @param values [n], n >= 1 */
export function meanOf(values: readonly number[]): number {
  return sum(values) / values.length;
}
