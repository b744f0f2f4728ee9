import type { HypothesisClass, SomeRules } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { drawnRules } from "../policy/drawn-rules.ts";
import { priorOf } from "../policy/prior.ts";

/** The policy that a learner starts with. */
export type StartPolicy = {
  /** All rules of a class; for FTPL the drawn ones. */
  readonly rules: Pick<SomeRules, "size" | "bits">;
  /** The weight of each of these rules, summing to one. */
  readonly weights: Float64Array;
  /** The number of drawn rules for FTPL, which knows its policy only by these; null for exact weights. */
  readonly drawnCount: number | null;
};

/** An arbitrary seed of 32 bytes: another gives as good an estimate. */
const SEED = "5e".repeat(32);

/**
 * Returns the policy before anything was learned. For FTPL it is an estimate: the shares of the rules that one opening
 * draws, while each round draws afresh.
 *
 * @param rules the class of the spec
 * @param people at least one, for the opening; what FTPL draws does not depend on them
 * Cost: O(N), or for FTPL one opening.  Source: NOTATION rows "prior", "π̂".
 */
export function startPolicy(
  spec: LearnerSpec,
  rules: HypothesisClass,
  people: readonly Features[],
): StartPolicy {
  if (spec.learner === "ftpl") return drawnPolicy(spec, rules, people.slice(0, 1));
  const weights =
    spec.prior === undefined ? new Float64Array(rules.size).fill(1 / rules.size) : priorOf(spec.prior, rules);
  return { rules, weights, drawnCount: null };
}

function drawnPolicy(spec: LearnerSpec, rules: HypothesisClass, people: readonly Features[]): StartPolicy {
  const learner = learnerOf(spec);
  const { hypotheses = new Float64Array() }: Opening = learner.open(learner.init(spec), people, SEED);
  const drawn = drawnRules(rules, hypotheses);
  return {
    rules: drawn.rules,
    weights: drawn.counts.map((count) => count / drawn.total),
    drawnCount: drawn.total,
  };
}
