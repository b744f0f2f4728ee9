import type { Opening } from "#server/learner/contract/learner.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import { learnerOf } from "#server/learner/learners.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import { priorOf } from "../policy/prior.ts";

/** What a learner starts with. */
export type StartPolicy = {
  /** [N], summing to one. */
  readonly weights: Float64Array;
  /** FTPL knows its policy only by the rules it drew: how many; null for weights that are known. */
  readonly drawnCount: number | null;
};

/** Any 32 bytes: another seed gives as good an estimate. */
const SEED = "5e".repeat(32);

/**
 * The policy before anything was learned. Of FTPL an estimate: the shares of the rules that one opening draws; each round
 * draws afresh.
 *
 * @param rules the class of the spec
 * @param people of whom one is opened for; what FTPL draws does not depend on them
 * Cost: O(N), or one opening of FTPL.  Source: NOTATION rows "prior", "π̂".
 */
export function startPolicy(
  spec: LearnerSpec,
  rules: HypothesisClass,
  people: readonly Features[],
): StartPolicy {
  if (spec.learner === "ftpl") return drawnPolicy(spec, rules, people.slice(0, 1));
  const weights =
    spec.prior === undefined ? new Float64Array(rules.size).fill(1 / rules.size) : priorOf(spec.prior, rules);
  return { weights, drawnCount: null };
}

function drawnPolicy(spec: LearnerSpec, rules: HypothesisClass, people: readonly Features[]): StartPolicy {
  const learner = learnerOf(spec);
  const { hypotheses = new Float64Array() }: Opening = learner.open(learner.init(spec), people, SEED);
  const weights = new Float64Array(rules.size);
  for (const rule of hypotheses) weights[rule] = (weights[rule] as number) + 1 / hypotheses.length;
  return { weights, drawnCount: hypotheses.length };
}
