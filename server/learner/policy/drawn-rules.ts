import type { HypothesisClass, SomeRules } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { acceptedWeight } from "./weights.ts";

/** The policy of FTPL: the rules that an opening drew, each once, and how often it was drawn. */
export type DrawnRules = {
  readonly rules: SomeRules;
  /** By position in `rules`, each above 0. */
  readonly counts: Float64Array;
  /** R, their sum. */
  readonly total: number;
};

/**
 * Counts the drawn rules. Takes no memory in proportion to the class.
 *
 * @param hypotheses [R] catalogue numbers, in any order
 * @throws LearnerError as `evaluate`, from the answers of `rules`
 */
export function drawnRules(rules: HypothesisClass, hypotheses: Float64Array): DrawnRules {
  const sorted = hypotheses.toSorted();
  const distinct = sorted.filter((hypothesis, place) => hypothesis !== sorted[place - 1]);
  const counts = new Float64Array(distinct.length);
  let place = 0;
  for (const hypothesis of sorted) {
    if (hypothesis !== distinct[place]) place += 1;
    counts[place] = (counts[place] as number) + 1;
  }
  return {
    rules: {
      size: distinct.length,
      bits: (individual) => Uint8Array.from(distinct, (hypothesis) => rules.evaluate(hypothesis, individual)),
      rule: (index) => distinct[index] as number,
    },
    counts,
    total: hypotheses.length,
  };
}

/**
 * π̂(x) = |{ r : h_r(x) = 1 }|/R
 *
 * Cost: each different rule is evaluated once.  Source: NOTATION row "π̂".
 */
export function chanceByDraws({ rules, counts, total }: DrawnRules, individual: Features): number {
  return acceptedWeight(counts, rules.bits(individual)) / total;
}
