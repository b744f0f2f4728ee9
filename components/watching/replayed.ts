import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import type { StudySettings } from "#server/log/entries.ts";

/**
 * The kinds of rules that tests/replay recomputes.
 * @internal
 */
export const replayedKinds: readonly LearnerSpec["hypotheses"]["kind"][] = [
  "thresholds",
  "conjunctions",
  "disjunctions",
  "parities",
];

/** Whether the independent replay knows a study's learner and rules; it knows audits, and Exp2 in all its modes. */
export function isReplayed(spec: StudySettings["learner"]): boolean {
  if (spec.learner === "fixed") return true;
  return spec.learner === "exp2" && replayedKinds.includes(spec.hypotheses.kind);
}
