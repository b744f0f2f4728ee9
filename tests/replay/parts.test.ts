/** Parts of the replay that would need a long log: pair rules, boundaries, exact numbers. */

import { describe, expect, it } from "vitest";
import { canonical, readCanonical } from "./canonical.ts";
import { compare, parseDecimal, parseReal, type Ratio } from "./decimal.ts";
import { locate } from "./draw.ts";
import { decide, isEligible, type Pair } from "./panel.ts";
import { Fields } from "./read.ts";
import { PREDICATE_KINDS, predicateRules } from "./rules-predicates.ts";

function exact(text: string): Ratio {
  return parseReal(text, "test");
}

describe("the pair with all the weight", () => {
  // Gaps: (0,1) 0.2, (0,2) 0.2, (3,1) 0.3, (3,0) 0.1.
  const chances = ["0.5", "0.3", "0.3", "0.6"].map(exact);
  const pair = (high: number, low: number): Pair => ({ high, low });
  const weights = (flags: Pair[][], rule: "largest-gap" | "most-flags") =>
    decide(flags, { neededFlags: 1, rule: null }, chances, rule).map(({ high, low, flagCount, weight }) => [
      high,
      low,
      flagCount,
      weight,
    ]);

  it("is the one with the largest gap, then the lowest positions", () => {
    expect(weights([[pair(3, 1), pair(0, 2), pair(0, 1)], [pair(0, 1)]], "largest-gap")).toEqual([
      [0, 1, 2, "0"],
      [0, 2, 1, "0"],
      [3, 1, 1, "1"],
    ]);
    expect(weights([[pair(0, 2), pair(0, 1)]], "largest-gap")).toEqual([
      [0, 1, 1, "1"],
      [0, 2, 1, "0"],
    ]);
  });

  it("is the one with the most flags, then the largest gap", () => {
    expect(weights([[pair(3, 1), pair(3, 0)], [pair(3, 0)]], "most-flags")).toEqual([
      [3, 0, 2, "1"],
      [3, 1, 1, "0"],
    ]);
    expect(weights([[pair(0, 1), pair(3, 1)]], "most-flags")).toEqual([
      [0, 1, 1, "0"],
      [3, 1, 1, "1"],
    ]);
  });
});

describe("exact decimals", () => {
  it("exclude a gap of exactly alpha, which doubles would include", () => {
    // 0.8 - 0.7 = 0.10000000000000009 in doubles.
    expect(0.8 - 0.7 > 0.1).toBe(true);
    const chances = [exact("0.8"), exact("0.7")];
    expect(isEligible(chances, exact("0.1"), { high: 0, low: 1 })).toBe(false);
    expect(isEligible(chances, exact("0.09999999999999999"), { high: 0, low: 1 })).toBe(true);
    expect(isEligible(chances, exact("0"), { high: 1, low: 0 })).toBe(false);
  });

  it("accept the shortest form and refuse every other", () => {
    expect(compare(exact("1e-7"), { n: 1n, d: 10_000_000n })).toBe(0);
    for (const text of ["0.10", "1.0", ".5", "-0", "0.0000001", "1e400", "NaN", ""]) {
      expect(() => exact(text)).toThrow();
    }
    expect(parseDecimal("12,5")).toBe(null);
  });
});

describe("the draw", () => {
  it("picks the first rule whose end is above u, and skips rules without weight", () => {
    expect(locate([0, 1, 0, 1], 0).rule).toBe(1);
    expect(locate([0, 1, 0, 1], 0.5).rule).toBe(3);
    expect(locate([1, 1, 0], 1 - 2 ** -53).rule).toBe(1);
  });

  it("accepts both sides for u within 1e-9 of a boundary, and reports it", () => {
    const near = locate([1, 1, 1, 1], 0.5 + 1e-10);
    expect([near.rule, near.atBoundary]).toEqual([2, true]);
    expect([near.mayBe(1), near.mayBe(2), near.mayBe(0), near.mayBe(3)]).toEqual([true, true, false, false]);
    const far = locate([1, 1, 1, 1], 0.5 + 1e-8);
    expect([far.atBoundary, far.mayBe(1), far.mayBe(2)]).toEqual([false, false, true]);
  });
});

describe("canonical form", () => {
  it("sorts by UTF-16 code units and escapes as RFC 8785 does", () => {
    expect(canonical({ "\ufb33": 1, "\ud83d\ude00": 2, "\u20ac": 3, a: "\u000f\n/" })).toBe(
      '{"a":"\\u000f\\n/","\u20ac":3,"\ud83d\ude00":2,"\ufb33":1}',
    );
  });

  it("refuses fractions, -0, large numbers, lone surrogates and deep nesting", () => {
    for (const line of ["1.5", "-0", "9007199254740992", '"\\ud800"', "[".repeat(33) + "]".repeat(33)]) {
      expect(() => readCanonical(line)).toThrow();
    }
    expect(readCanonical("[".repeat(32) + "]".repeat(32))).toBeTruthy();
  });
});

describe("rules over predicates", () => {
  const columns = ["a", "b", "c"];
  const predicates = columns.map((column) => new Fields({ column, test: "is", value: "1" }, "predicate"));
  const cells = Array.from({ length: 8 }, (_, set) => [0, 1, 2].map((bit) => String((set >> bit) & 1)));
  /** Rule 6 is 1 + {a, c}: both, at least one, or exactly one of the two. */
  const words = {
    conjunctions: (a: boolean, c: boolean) => a && c,
    disjunctions: (a: boolean, c: boolean) => a || c,
    parities: (a: boolean, c: boolean) => a !== c,
  };

  it.each(PREDICATE_KINDS)(
    "%s accept by their definition, and losses are the costs of accepted people",
    (kind) => {
      const rules = predicateRules(
        kind,
        predicates,
        columns.map((name) => ({ name, type: "text" })),
      );
      expect(rules.count).toBe(9);
      const answers = cells.map((row) => rules.answers(row));
      const decisions = answers.map((one) => rules.accepts(one, 6));
      expect(decisions).toEqual(cells.map(([a, , c]) => words[kind](a === "1", c === "1")));
      // Costs are powers of 7, so that no two sums of them are equal.
      const charged = answers.map((one, set) => [one, (-1n) ** BigInt(set) * 7n ** BigInt(set)] as const);
      const expected = Array.from({ length: 9 }, (_, rule) =>
        charged.reduce((sum, [one, cost]) => (rules.accepts(one, rule) ? sum + cost : sum), 0n),
      );
      expect(rules.losses(charged)).toEqual(expected);
      expect(answers.map((one) => [rules.accepts(one, 0), rules.accepts(one, 1)])).toEqual(
        answers.map(() => [false, true]),
      );
    },
  );
});
