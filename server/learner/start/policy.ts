import type { HypothesisClass, SomeRules } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { drawnRules } from "../policy/drawn-rules.ts";
import { priorOf } from "../policy/prior.ts";

/** What a learner starts with. */
export type StartPolicy = {
  /** All of a class; of FTPL those that were drawn. */
  readonly rules: Pick<SomeRules, "size" | "bits">;
  /** Of each of these rules, summing to one. */
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
 * Cost: O(N), or of FTPL one opening.  Source: NOTATION rows "prior", "π̂".
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
