import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { codeLength } from "#server/learner/classes/code-separator.ts";
import { coverSeparator, listedSeparator, writeSeparator } from "#server/learner/classes/listed-separator.ts";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { answering, classOf, cuts, everyClass, listed, predicates, sidedCuts } from "./class-fixtures.ts";
import { refuses } from "./fixtures.ts";

/** The decisions of a rule on all contexts of the separator. */
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
  test.each(specs)("of $spec.kind has $s contexts and tells every two rules apart", ({ spec, s }) => {
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

  test("of literals agrees with people wherever a context is a person's", () => {
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

  test("of literals says of each literal whether it holds", () => {
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

  test("of made-up contexts has the smallest number that can do", () => {
    expect([1, 2, 3, 4, 5, 8, 9, 1024, 1025].map(codeLength)).toEqual([0, 1, 2, 2, 3, 3, 4, 10, 11]);
  });
});

describe("a separator chosen among people", () => {
  const rules = classOf(listed);
  const people = Array.from({ length: 16 }, (_, i) => answering(i % 8, i < 8 ? "1" : "4"));

  test("splits every two rules, is stored without features, and is read back", () => {
    const chosen = coverSeparator(rules, people);
    expect(chosen.length).toBeLessThanOrEqual(6);
    const stored = writeSeparator(rules, people, chosen);
    const again = classOf({ ...listed, separator: stored } as HypothesisSpec);
    expect(again.separator.size).toBe(chosen.length);
    for (let h = 0; h < again.size; h++) {
      for (const [p, position] of chosen.entries()) {
        expect(again.separator.at(h, p)).toBe(rules.evaluate(h, people[position] ?? []));
      }
    }
    expect(new Set(Array.from({ length: again.size }, (_, h) => pattern(again, h))).size).toBe(again.size);
    expect(again.separator.point(0)).toBe(stored[0]);
  });

  test("takes the greedy choice: most pairs split first, then the lowest position", () => {
    const split = (i: number) => {
      const ones = rules.bits(people[i] ?? []).reduce((sum, bit) => sum + bit, 0);
      return ones * (rules.size - ones);
    };
    const most = Math.max(...people.map((_, i) => split(i)));
    expect(coverSeparator(rules, people)[0]).toBe(people.findIndex((_, i) => split(i) === most));
  });

  test("is found whenever all people together separate, and refused else", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 12 }), (positions) => {
        const some = positions.map((i) => people[i] ?? []);
        const all = Array.from({ length: rules.size }, (_, h) =>
          some.map((x) => rules.evaluate(h, x)).join(""),
        );
        if (new Set(all).size === rules.size) {
          const chosen = coverSeparator(rules, some);
          const kept = Array.from({ length: rules.size }, (_, h) =>
            chosen.map((i) => rules.evaluate(h, some[i] ?? [])).join(""),
          );
          expect(new Set(kept).size).toBe(rules.size);
        } else refuses("separator-fails", () => coverSeparator(rules, some));
      }),
    );
  });

  test("is refused where it does not separate or does not fit", () => {
    const store = (separator: string[]) => () => classOf({ ...listed, separator } as HypothesisSpec);
    refuses("separator-fails", store([]));
    refuses("separator-fails", store(["10101"]));
    refuses("separator-fails", store(["00000", "11111"]));
    refuses("shape", store(["1010"]));
    refuses("shape", store(["1010x"]));
    refuses("shape", () => writeSeparator(rules, people, [99]));
  });
});

test("of cuts in two columns a separator has the intervals of each, for people with no other cell", () => {
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

describe("a separator that is chosen among people", () => {
  const rules = [0, 1, 2, 3].map((b) => ({ column: `q${b}`, accepts: "y" }));
  const four = classOf({ kind: "explicit", version: 1, rules });
  const people = [0b0001, 0b0011, 0b0101, 0b1000].map((answers) => answering(answers));

  test("takes who splits the most pairs of rules not yet split, the first of equals", () => {
    // Of six rules the second person splits 3 x 3 pairs, the third as many but later; then the third 2 + 2, the fourth as
    // many but later; then only the fourth splits the two pairs that are left.
    expect(coverSeparator(four, people)).toEqual([1, 2, 3]);
    expect(writeSeparator(four, people, [1, 2, 3])).toEqual(["1100", "1010", "0001"]);
    refuses("shape", () => writeSeparator(four, people, [4]));
  });

  test("names two rules that nobody tells apart", () => {
    // whom everybody accepts, the first rule does as well
    expect(() => coverSeparator(four, people.slice(0, 3))).toThrow("rules 1 and 2 decide alike");
  });

  test("once stored, has its rules and contexts and no others", () => {
    const separator = listedSeparator(["1100", "1010", "0001"], 4);
    expect(separator.size).toBe(3);
    const table = [0, 1, 2, 3, 4, 5].map((h) => [0, 1, 2].map((p) => separator.at(h, p)).join(""));
    expect(table).toEqual(["000", "111", "110", "100", "010", "001"]);
    expect([0, 1, 2].map((p) => separator.point(p))).toEqual(["1100", "1010", "0001"]);
    for (const h of [-1, 6, 0.5]) refuses("range", () => separator.at(h, 0));
    for (const p of [-1, 3, 0.5]) {
      refuses("range", () => separator.at(2, p));
      refuses("range", () => separator.point(p));
    }
    expect(() => separator.at(6, 0)).toThrow("rule 6 is not one of 0..5");
    expect(() => separator.at(0, 3)).toThrow("context 3 is not one of 0..2");
    refuses("separator-fails", () => listedSeparator(["1100", "1010"], 4));
    for (const constant of ["0", "1"]) refuses("separator-fails", () => listedSeparator([constant], 1));
  });
});
