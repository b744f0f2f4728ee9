import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import type { Column, Cut, Features, HypothesisSpec, Predicate } from "#server/learner/spec/spec.ts";

/** Yes/no columns q0, q1, ... and a number column, so that an answer vector can be written down as a person. */
export const answerColumns: Column[] = [
  ...Array.from({ length: 8 }, (_, b) => ({ name: `q${b}`, type: "category" as const })),
  { name: "score", type: "number" },
];

export function predicates(count: number): Predicate[] {
  return Array.from({ length: count }, (_, b) => ({ column: `q${b}`, test: "is", value: "y" }));
}

/** The person whose answer vector this is. */
export function answering(answers: number, score: string | null = null): Features {
  return [...Array.from({ length: 8 }, (_, b) => ((answers >> b) & 1 ? "y" : "n")), score];
}

export const cuts = ["1", "2", "3"].map((cut) => ({ column: "score", cut }));

/** Both ways, at most, above: rules 2 and 3, 4, 5. */
export const sidedCuts: Cut[] = [
  { column: "score", cut: "1" },
  { column: "score", cut: "2", side: "at-most" },
  { column: "score", cut: "3", side: "above" },
];

export const listed: HypothesisSpec = {
  kind: "explicit",
  version: 1,
  rules: [
    { column: "q0", accepts: "y" },
    { column: "q1", accepts: "n" },
    { from: { kind: "conjunctions", version: 1, predicates: predicates(3) }, rule: 8 },
    { from: { kind: "thresholds", version: 1, cuts }, rule: 3 },
    { from: { kind: "decision-lists", version: 1, predicates: predicates(2), longest: 2 }, rule: 7 },
  ],
};

/** One small class of every kind. */
export const everyClass: HypothesisSpec[] = [
  { kind: "thresholds", version: 1, cuts },
  { kind: "conjunctions", version: 1, predicates: predicates(4) },
  { kind: "signed-conjunctions", version: 1, predicates: predicates(3) },
  { kind: "disjunctions", version: 1, predicates: predicates(4) },
  { kind: "signed-disjunctions", version: 1, predicates: predicates(3) },
  { kind: "parities", version: 1, predicates: predicates(4) },
  { kind: "decision-lists", version: 1, predicates: predicates(4), longest: 3 },
  { kind: "scorecards", version: 1, predicates: predicates(3), largestPoints: 2 },
  listed,
  { kind: "thresholds", version: 1, cuts: sidedCuts },
];

export function classOf(spec: HypothesisSpec): HypothesisClass {
  return hypothesisClass(answerColumns, spec);
}
