import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { bestRuleError, type PersonWithOutcome } from "#server/learner/exp2/yardsticks.ts";

/** Computes the errors per person of the class's best single rule; null for FTPL, whose rules are not listed. */
export function errorOfBestRule({
  spec,
  people,
}: {
  spec: Pick<LearnerSpec, "learner" | "columns" | "hypotheses">;
  /** At least one. */
  people: readonly PersonWithOutcome[];
}): number | null {
  if (spec.learner === "ftpl") return null;
  return bestRuleError(hypothesisClass(spec.columns, spec.hypotheses), people);
}
