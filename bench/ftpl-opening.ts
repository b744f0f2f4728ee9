/**
 * What an opening of FTPL takes over classes of all sizes, beside what the form of a new study guesses:
 * `npm run bench -- ftpl-opening`. On a busy machine small classes take several times longer than the guess.
 */
import { openingSeconds } from "#components/create-study/settings/ftpl-cost.ts";
import { ftpl } from "#server/learner/ftpl.ts";
import type { HypothesisSpec, LearnerSpec, Predicate } from "#server/learner/spec/spec.ts";

const columns = Array.from({ length: 4 }, (_, i) => ({ name: `c${i}`, type: "number" as const }));
const people = Array.from({ length: 10 }, (_, i) => columns.map((_, j) => String((i * 37 + j * 11) % 101)));
const predicates = (count: number): Predicate[] =>
  Array.from({ length: count }, (_, i) => ({
    column: `c${i % 4}`,
    test: "at-most",
    value: String(5 * (i + 1)),
  }));
const cuts = (count: number) =>
  [0, 1, 2, 3].map((c) => ({
    column: `c${c}`,
    from: String(c / 10),
    step: "0.4",
    count: Math.ceil((count - c) / 4),
  }));

const classes: HypothesisSpec[] = [
  ...[5, 10, 15, 20].flatMap((count) =>
    (["conjunctions", "disjunctions", "parities"] as const).map(
      (kind): HypothesisSpec => ({ kind, version: 1, predicates: predicates(count) }),
    ),
  ),
  ...[4, 8, 12].map(
    (count): HypothesisSpec => ({ kind: "signed-conjunctions", version: 1, predicates: predicates(count) }),
  ),
  { kind: "decision-lists", version: 1, predicates: predicates(4), longest: 3 },
  { kind: "decision-lists", version: 1, predicates: predicates(6), longest: 4 },
  { kind: "decision-lists", version: 1, predicates: predicates(12), longest: 3 },
  { kind: "trees", version: 1, predicates: predicates(8), depth: 2 },
  { kind: "trees", version: 1, predicates: predicates(29), depth: 2 },
  { kind: "trees", version: 1, predicates: predicates(4), depth: 3 },
  { kind: "scorecards", version: 1, predicates: predicates(4), largestPoints: 2 },
  { kind: "scorecards", version: 1, predicates: predicates(6), largestPoints: 2 },
  { kind: "scorecards", version: 1, predicates: predicates(8), largestPoints: 1 },
  ...[10, 1_000, 50_000].map(
    (count): HypothesisSpec => ({ kind: "thresholds", version: 1, cuts: cuts(count) }),
  ),
];

const openings = 5;

console.log("class                rules  contexts  milliseconds: median of 5    guess  guess/median");
for (const hypotheses of classes) {
  const spec: LearnerSpec = {
    learner: "ftpl",
    version: 1,
    kernel: "portable-1",
    mode: "known",
    columns,
    hypotheses,
    roundSize: 10,
    horizon: 100,
    afterHorizon: "end",
    alpha: "0.1",
    eps: "0.05",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "when-settled",
    resampleCount: 1_000,
  };
  const state = ftpl.init(spec);
  const times = Array.from({ length: openings }, (_, i) => {
    const start = performance.now();
    ftpl.open(state, people, String(1 + i).repeat(64));
    return performance.now() - start;
  });
  const median = times.sort((a, b) => a - b)[Math.floor(openings / 2)] ?? Number.NaN;
  const guess = 1_000 * openingSeconds(spec, state.rules);
  const { size, separator } = state.rules;
  console.log(
    [
      hypotheses.kind.padEnd(20),
      String(size).padStart(8),
      String(separator.size).padStart(6),
      median.toFixed(1).padStart(14),
      guess.toFixed(1).padStart(16),
      (guess / median).toFixed(2).padStart(10),
    ].join(" "),
  );
}
