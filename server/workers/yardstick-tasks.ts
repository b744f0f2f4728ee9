import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type BestRules, bestRules, type PersonWithOutcome } from "#server/learner/exp2/yardsticks.ts";

/** Finds what the class's best single rules achieve; null for FTPL, whose rules are not listed. */
export function findBestRules({
  spec,
  people,
}: {
  spec: Pick<LearnerSpec, "learner" | "columns" | "hypotheses">;
  /** At least one. */
  people: readonly PersonWithOutcome[];
}): BestRules | null {
  if (spec.learner === "ftpl") return null;
  return bestRules(hypothesisClass(spec.columns, spec.hypotheses), people);
}
