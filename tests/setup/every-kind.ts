import type { RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { incomeAbove } from "./study.ts";

const predicates: RulesDraft["predicates"] = [
  ...incomeAbove(30, 60),
  { source: 1, test: "at-most", value: "6" },
  { source: 2, test: "is", value: "own" },
];

/** A small class of each kind, over the columns of {@link madeUpPeople}. */
export const everyKind: Partial<RulesDraft>[] = [
  {
    kind: "thresholds",
    thresholds: [{ source: 0, direction: "both", by: "typed", count: "", values: "20 50 80" }],
  },
  { kind: "conjunctions", predicates },
  { kind: "signed-conjunctions", predicates },
  { kind: "disjunctions", predicates },
  { kind: "signed-disjunctions", predicates },
  { kind: "parities", predicates },
  { kind: "decision-lists", predicates, longest: "2" },
  { kind: "trees", predicates, depth: "2" },
  { kind: "scorecards", predicates, largestPoints: "1" },
  {
    kind: "explicit",
    listed: "income > 30 and years <= 6",
    predictions: [{ source: 2, accepts: "own" }],
  },
];

/** Trees whose history has sums of three conditions together. */
export const deeperTrees: Partial<RulesDraft> = {
  kind: "trees",
  predicates: predicates.slice(1),
  depth: "3",
};

/** More trees than are listed: 13,015,202. */
export const forest: Partial<RulesDraft> = {
  kind: "trees",
  predicates: [
    ...incomeAbove(15, 30, 45, 60, 75),
    { source: 1, test: "at-most", value: "3" },
    { source: 1, test: "at-most", value: "6" },
    { source: 2, test: "is", value: "own" },
  ],
  depth: "3",
};

/** Each learner in each of its modes, except mode `guarded`. */
export const everyLearner: Partial<SettingsDraft>[] = [
  { learner: "exp2", mode: "known" },
  { learner: "exp2", mode: "known", horizon: "" },
  { learner: "exp2", mode: "ix", delta: "0.05" },
  { learner: "exp2", mode: "paper", pairRule: "largest-gap" },
  { learner: "ftpl", mode: "known", resampleCount: "1000" },
  { learner: "ftpl", mode: "known", resampleCount: "1000", noise: "heuristic", omegaMultiplier: "16" },
  { learner: "ftpl", mode: "paper", pairRule: "largest-gap" },
];
