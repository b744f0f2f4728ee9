import type { Predicate } from "#server/learner/spec/spec.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { applicantColumns } from "./applicants.ts";

const predicates: readonly Predicate[] = [
  { column: "monthly income", test: "above", value: "2500" },
  { column: "loan amount", test: "at-most", value: "12000" },
  { column: "years in job", test: "above", value: "1" },
  { column: "housing", test: "is-not", value: "family" },
  { column: "late payments", test: "at-most", value: "1" },
];

/** The demo study: a panel of five of whom three must agree, six people a round, 32 rules and one that takes nobody. */
export const demoSettings: StudySettings = {
  learner: {
    learner: "exp2",
    version: 1,
    kernel: "portable-1",
    mode: "known",
    columns: [...applicantColumns],
    hypotheses: { kind: "conjunctions", version: 1, predicates: [...predicates] },
    roundSize: 6,
    horizon: 40,
    afterHorizon: "anytime",
    alpha: "0.1",
    eps: "0.05",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "when-settled",
  },
  panel: { gamma: { numerator: 3, denominator: 5 }, quorum: 3 },
  drawAt: "close",
  presentation: { fields: applicantColumns.map((column) => column.name), chanceFormat: "in-100" },
};
