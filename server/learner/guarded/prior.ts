import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";

/**
 * The prior of a cold start: the share of the constants in halves on the two constant rules, the rest equally on the others.
 *
 * @param share of the constants, in [0, 1]; a class of nothing but them takes all of it
 * @returns q: [N], summing to one
 */
export function coldPrior(rules: HypothesisClass, share: number): Float64Array {
  const { size, constants } = rules;
  const half = size === 2 ? 1 / 2 : share / 2;
  const prior = new Float64Array(size).fill(size === 2 ? 0 : (1 - share) / (size - 2));
  prior[constants.none] = half;
  prior[constants.all] = half;
  return prior;
}
