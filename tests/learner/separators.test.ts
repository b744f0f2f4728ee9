import { describe, expect, test } from "vitest";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { codeLength } from "#server/learner/classes/code-separator.ts";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { answering, classOf, cuts, everyClass, listed, predicates, sidedCuts } from "./class-fixtures.ts";

/** Returns the decisions of a rule on all contexts of the separator. */
function pattern({ separator }: HypothesisClass, h: number): string {
  return Array.from({ length: separator.size }, (_, p) => separator.at(h, p)).join("");
}

const specs: { spec: HypothesisSpec; s: number }[] = [
  // three cuts of one column: four intervals
  { spec: { kind: "thresholds", version: 1, cuts }, s: 4 },
  { spec: { kind: "thresholds", version: 1, cuts: sidedCuts }, s: 4 },
  { spec: { kind: "thresholds", version: 1, cuts: [] }, s: 1 },
  ...[0, 1, 5].flatMap((count): { spec: HypothesisSpec; s: number }[] => {
    const questions = predicates(count);
    return [
      { spec: { kind: "conjunctions", version: 1, predicates: questions }, s: count + 1 },
      { spec: { kind: "disjunctions", version: 1, predicates: questions }, s: count + 1 },
      { spec: { kind: "parities", version: 1, predicates: questions }, s: count + 1 },
      { spec: { kind: "signed-conjunctions", version: 1, predicates: questions }, s: 2 * count + 1 },
      { spec: { kind: "signed-disjunctions", version: 1, predicates: questions }, s: 2 * count + 1 },
      {
        spec: { kind: "decision-lists", version: 1, predicates: questions, longest: 3 },
        s: 1 + 2 * count + 2 * count * (count - 1),
      },
    ];
  }),
  // 104 scorecards: seven bits; seven listed rules with the constants: three bits
  { spec: { kind: "scorecards", version: 1, predicates: predicates(3), largestPoints: 2 }, s: 7 },
  { spec: listed, s: 3 },
];

describe("a separator", () => {
  test.each(specs)("of $spec.kind has $s contexts and distinguishes every two rules", ({ spec, s }) => {
    const rules = classOf(spec);
    expect(rules.separator.size).toBe(s);
    const patterns = Array.from({ length: rules.size }, (_, h) => pattern(rules, h));
    expect(new Set(patterns).size).toBe(rules.size);
  });

  test("over answer vectors agrees with the people who have those answers", () => {
    for (const spec of everyClass) {
      if (!["conjunctions", "disjunctions", "parities"].includes(spec.kind)) continue;
      const rules = classOf(spec);
      for (let p = 0; p < rules.separator.size; p++) {
        const answers = [...rules.separator.point(p)].reduce((mask, bit, b) => mask | (Number(bit) << b), 0);
        const bits = rules.bits(answering(answers));
        for (let h = 0; h < rules.size; h++) expect(rules.separator.at(h, p)).toBe(bits[h]);
      }
    }
  });

  test("of literals agrees with people if a context is a person's", () => {
    // over one predicate, "only literal a" is a person: with that answer
    for (const kind of ["signed-conjunctions", "signed-disjunctions"] as const) {
      const rules = classOf({ kind, version: 1, predicates: predicates(1) });
      for (let p = 0; p < rules.separator.size; p++) {
        const context = rules.separator.point(p);
        if (context !== "10" && context !== "01") continue;
        const bits = rules.bits(answering(context === "10" ? 1 : 0));
        for (let h = 0; h < rules.size; h++) expect(rules.separator.at(h, p)).toBe(bits[h]);
      }
    }
  });

  test("of literals states for each literal whether it holds", () => {
    const pointsOf = (kind: "signed-conjunctions" | "signed-disjunctions") => {
      const { separator } = classOf({ kind, version: 1, predicates: predicates(2) });
      return Array.from({ length: separator.size }, (_, p) => separator.point(p));
    };
    expect(pointsOf("signed-conjunctions")).toEqual(["1111", "0111", "1011", "1101", "1110"]);
    expect(pointsOf("signed-disjunctions")).toEqual(["0000", "1000", "0100", "0010", "0001"]);
  });

  test("of thresholds has an interval for each context, and agrees with people in it", () => {
    const two = [...cuts, { column: "years", cut: "5" }];
    const rules = classOf({ kind: "thresholds", version: 1, cuts });
    const points = Array.from({ length: 4 }, (_, p) => rules.separator.point(p));
    expect(points).toEqual(["score <= 1", "1 < score <= 2", "2 < score <= 3", "3 < score"]);
    for (const [p, score] of ["1", "2", "2.5", "99"].entries()) {
      const bits = rules.bits(answering(0, score));
      for (let h = 0; h < rules.size; h++) expect(rules.separator.at(h, p)).toBe(bits[h]);
    }
    expect(two).toHaveLength(4);
  });

  test("of synthetic contexts has the smallest sufficient number", () => {
    expect([1, 2, 3, 4, 5, 8, 9, 1024, 1025].map(codeLength)).toEqual([0, 1, 2, 2, 3, 3, 4, 10, 11]);
  });
});

test("of cuts in two columns has the intervals of each, for people with no other cell", () => {
  const columns = ["a", "b"].map((name) => ({ name, type: "number" }) as const);
  const two = thresholds(columns, [
    { column: "a", cut: "1" },
    { column: "a", cut: "3", side: "at-most" },
    { column: "b", cut: "0" },
  ]);
  const people = [
    ["0", null],
    ["2", null],
    ["4", null],
    [null, "-1"],
    [null, "1"],
  ];
  const { separator } = two;
  expect(Array.from({ length: separator.size }, (_, p) => separator.point(p))).toEqual([
    "a <= 1",
    "1 < a <= 3",
    "3 < a",
    "b <= 0",
    "0 < b",
  ]);
  for (const [p, person] of people.entries()) {
    for (let h = 0; h < two.size; h++) expect(separator.at(h, p)).toBe(two.evaluate(h, person));
  }
});

test("of thresholds without a cut has one context, of a person without a number", () => {
  const { separator } = thresholds([{ name: "score", type: "number" }], []);
  expect(separator.point(0)).toBe("all cells missing");
});
