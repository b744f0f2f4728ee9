import type { LearnerSpec } from "#server/learner/spec/spec.ts";

/** The kinds of rules that tests/replay recomputes. */
export const replayedKinds: readonly LearnerSpec["hypotheses"]["kind"][] = [
  "thresholds",
  "conjunctions",
  "disjunctions",
  "parities",
];

/** Whether the independent replay knows a study's learner and rules; it knows Exp2 in all its modes. */
export function isReplayed({ learner, hypotheses }: LearnerSpec): boolean {
  return learner === "exp2" && replayedKinds.includes(hypotheses.kind);
}
