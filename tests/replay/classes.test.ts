/** The catalogues of docs/log-format-classes.md, small ones written out by hand, and what no class may be. */

import { describe, expect, it } from "vitest";
import { readRules } from "./classes.ts";
import type { Cell } from "./features.ts";
import { Fields } from "./read.ts";
import type { Rules } from "./rules.ts";
import type { RulesFile } from "./rules-file.ts";

const columns = ["a", "b", "n"].map((name) => ({ name, type: "number" }));
const asks = (...names: string[]) => names.map((column) => ({ column, test: "is", value: "y" }));
/** People who answer yes to both, only to a, only to b, to neither. */
const allAnswers: Cell[][] = [
  ["y", "y", null],
  ["y", "n", null],
  ["n", "y", null],
  ["n", null, null],
];

function classOf(hypotheses: object, file: RulesFile | null = null): Rules {
  return readRules(new Fields({ columns, hypotheses: { version: 1, ...hypotheses } }, "learner"), file);
}

/** Reads a class from a list, with any hash. */
function listedClass(conditions: readonly object[], rules: readonly string[], count = rules.length): Rules {
  const text = [JSON.stringify(conditions), ...rules].map((line) => `${line}\n`).join("");
  return classOf({ kind: "listed", count, hash: "0".repeat(64) }, { text, hash: "" });
}

/** Lists each rule's decisions about all people, one text per rule. */
function catalogue(rules: Rules, people: readonly Cell[][] = allAnswers): string[] {
  const answers = people.map((cells) => rules.answers(cells));
  return Array.from({ length: rules.count }, (_, rule) =>
    answers.map((one) => Number(rules.accepts(one, rule))).join(""),
  );
}

/** Lists each rule's decisions on each context. */
function contextsOf({ count, contexts }: Rules): string[] {
  return Array.from({ length: count }, (_, rule) =>
    Array.from({ length: contexts.count }, (_, context) => Number(contexts.accepts(rule, context))).join(""),
  );
}

const signed = { kind: "signed-conjunctions", predicates: asks("a", "b") };
const lists = { kind: "decision-lists", predicates: asks("a", "b"), longest: 2 };
const trees = { kind: "trees", predicates: asks("a", "b"), depth: 2 };
const cards = { kind: "scorecards", predicates: asks("a"), largestPoints: 1 };

describe("a catalogue", () => {
  it("of signed conjunctions: digit 1 asks for a yes, 2 for a no", () => {
    // c = 1 ... 8: a; not a; b; a b; not a, b; not b; a, not b; neither.
    expect(catalogue(classOf(signed))).toEqual(
      "0000 1111 1100 0011 1010 1000 0010 0101 0100 0001".split(" "),
    );
  });

  it("of signed disjunctions", () => {
    const rules = classOf({ ...signed, kind: "signed-disjunctions" });
    expect(catalogue(rules)).toEqual("0000 1111 1100 0011 1010 1110 1011 0101 1101 0111".split(" "));
  });

  it("of decision lists has each function once, by the steps' codes", () => {
    // One step: a, not a, b, not b, each then 1 and else 0. Two steps of the same answer, a before b.
    const one = "1100 0011 1010 0101";
    const two = "0001 0010 1110 1101 0100 1000 1011 0111";
    expect(catalogue(classOf(lists))).toEqual(`0000 1111 ${one} ${two}`.split(" "));
    expect(classOf({ ...lists, longest: 5 }).count).toBe(14);
    expect(classOf({ ...lists, predicates: asks("a"), longest: 1 }).count).toBe(4);
  });

  it("of decision trees is ordered by the root, then the branch after yes, then after no", () => {
    // Depth 1: not a, a, not b, b. Root a with trees over b (0, 1, not b, b), not both of them constant and not equal:
    const one = "0011 1100 0101 1010";
    // 0 / not b, 0 / b, 1 / not b, 1 / b, not b / 0, not b / 1, not b / b, b / 0, b / 1, b / not b.
    const rootA = "0001 0010 1101 1110 0100 0111 0110 1000 1011 1001";
    const rootB = "0001 0100 1011 1110 0010 0111 0110 1000 1101 1001";
    const rules = classOf(trees);
    expect(catalogue(rules)).toEqual(`0000 1111 ${one} ${rootA} ${rootB}`.split(" "));
    // Root a computes every function of two conditions that root b computes.
    expect(Array.from({ length: 26 }, (_, rule) => rules.isRepeat?.(rule))).toEqual(
      Array.from({ length: 26 }, (_, rule) => rule >= 16),
    );
    expect(classOf({ ...trees, predicates: asks("a"), depth: 3 }).count).toBe(4);
  });

  it("of scorecards has every decision once, in the order of points and sums", () => {
    // w = -1, theta = 0: not a. w = 1, theta = 1: a.
    expect(catalogue(classOf(cards))).toEqual(["0000", "1111", "0011", "1100"]);
    const two = catalogue(classOf({ ...cards, predicates: asks("a", "b") }));
    // (-1,-1): theta -1, 0. (0,-1): 0. (1,-1): 0, 1. (-1,0): 0. (1,0): 1. (-1,1): 0, 1. (0,1): 1. (1,1): 1, 2.
    expect(two).toEqual("0000 1111 0111 0001 0101 1101 0100 0011 1100 1011 0010 1010 1110 1000".split(" "));
  });

  it("of a list has rules of other classes, and columns with predictions", () => {
    const rules = [
      { from: { version: 1, ...signed }, rule: 4 },
      { column: "b", accepts: "n" },
      { from: { kind: "thresholds", version: 1, cuts: [{ column: "n", cut: "2" }] }, rule: 3 },
    ];
    const people = [...allAnswers, ["n", "n", "3"], ["n", "n", "2"]];
    expect(catalogue(classOf({ kind: "explicit", rules }), people)).toEqual([
      ...["000000", "111111"],
      ...["101000", "010011", "000010"],
    ]);
  });

  it("accepts null cells if blanks pass or the test is is-blank", () => {
    const people = [
      [null, null, null],
      ["y", "y", "3"],
      ["n", "n", "1"],
    ];
    const predicates = [
      { column: "a", test: "is", value: "y", blank: "pass" },
      { column: "b", test: "is-blank", value: "" },
    ];
    const sets = classOf({ version: 1, kind: "conjunctions", predicates });
    expect(catalogue(sets, people)).toEqual("000 111 110 100 100".split(" "));
    const cuts = ["1", "2"].map((cut) => ({ column: "n", cut, side: "above", blank: "pass" }));
    const above = classOf({ kind: "thresholds", cuts });
    expect(catalogue(above, people)).toEqual("000 111 110 110".split(" "));
    expect(above.cells.of(above.answers([null, null, null]))).toEqual([2, 3]);
    const less = cuts.map((cut) => ({ ...cut, side: "at-most" }));
    expect(catalogue(classOf({ kind: "thresholds", cuts: less }), people)).toEqual(
      "000 111 101 101".split(" "),
    );
    expect(() => classOf({ kind: "thresholds", cuts: [{ column: "n", cut: "1", blank: "pass" }] })).toThrow();
  });

  it("of a list in a file has rules that need all of their conditions, or one of them", () => {
    const rules = listedClass(asks("a", "b"), ["1", "0", "0&1", "0|1", "0&1"]);
    expect(catalogue(rules)).toEqual("0000 1111 1010 1100 1000 1110 1000".split(" "));
    expect(rules.losses([[rules.answers(["y", null, null]), 5n]])).toEqual([0n, 5n, 0n, 5n, 0n, 5n, 0n]);
  });
});

describe("contexts and cells", () => {
  it.each([
    [signed, "00000 11111 10111 11011 11101 10101 11001 11110 10110 11010"],
    [
      { ...signed, kind: "signed-disjunctions" },
      "00000 11111 01000 00100 00010 01010 00110 00001 01001 00101",
    ],
    [{ ...signed, kind: "conjunctions" }, "000 111 101 110 100"],
    [{ ...signed, kind: "disjunctions" }, "000 111 010 001 011"],
    [{ ...signed, kind: "parities" }, "000 111 010 001 011"],
    [cards, "00 10 01 11"],
    // no condition, a, b, both
    [
      trees,
      "0000 1111 1010 0101 1100 0011 1000 0010 1101 0111 0100 1110 0110 0001 1011 1001 1000 0100 1011 0111 0010 1110 0110 0001 1101 1001",
    ],
  ])("of $kind", (hypotheses, expected) => {
    expect(contextsOf(classOf(hypotheses))).toEqual(expected.split(" "));
  });

  it("of decision lists have no literal, one, or two of different predicates", () => {
    const rules = classOf(lists);
    expect(rules.contexts.count).toBe(1 + 4 + 4);
    // Rule 2: a, then 0. Contexts: none; a, not a, b, not b; a b, a not b, not a b, not a not b.
    expect(contextsOf(rules)[2]).toBe("010001100");
    // Rule 6: a rejects, b rejects, else 1.
    expect(contextsOf(rules)[6]).toBe("101010001");
  });

  it("of thresholds are the intervals of each column by cut, and one cell for all charges", () => {
    const cuts = [
      { column: "n", cut: "3" },
      { column: "n", cut: "5" },
      { column: "b", cut: "1" },
    ];
    const rules = classOf({ kind: "thresholds", cuts });
    // n: up to 3, to 5, above; then b: up to 1, above.
    expect(contextsOf(rules)).toEqual("00000 11111 10000 01100 11000 00100 00010 00001".split(" "));
    expect(rules.cells.of(rules.answers([null, "2", "3"]))).toEqual([0, 4, 5]);
    expect(rules.cells.of(rules.answers([null, null, null]))).toEqual([5]);
    expect(rules.cells.losses([1n, 2n, 4n, 8n, 16n, 50n])).toEqual([0n, 50n, 1n, 6n, 3n, 4n, 8n, 16n]);
    const none = classOf({ kind: "thresholds", cuts: [] });
    expect([none.contexts.count, none.cells.count]).toEqual([1, 1]);
    expect(contextsOf(none)).toEqual(["0", "1"]);
  });

  it("of a list are the bits of a rule's number", () => {
    const rules = asks("a", "b").map(({ column, value }) => ({ column, accepts: value }));
    const coded = classOf({ kind: "explicit", rules });
    expect(contextsOf(coded)).toEqual("00 10 01 11".split(" "));
    expect(coded.cells.of(coded.answers(["y", "n", null]))).toEqual([1, 2]);
    expect(coded.cells.losses([0n, 5n, 6n, 7n])).toEqual([0n, 5n, 6n, 7n]);
  });

  it.each([signed, lists, cards, trees, { ...signed, kind: "parities" }])(
    "of $kind add up to the same losses",
    (hypotheses) => {
      const rules = classOf(hypotheses);
      const costs = [3n, -5n, 7n, 11n];
      const charged = allAnswers.map((cells, index) => [rules.answers(cells), costs[index] ?? 0n] as const);
      const expected = catalogue(rules).map((row) =>
        costs.reduce((sum, cost, person) => (row.charAt(person) === "1" ? sum + cost : sum), 0n),
      );
      expect(rules.losses(charged)).toEqual(expected);
      const sums = new Array<bigint>(rules.cells.count).fill(0n);
      for (const [answers, cost] of charged)
        for (const cell of rules.cells.of(answers)) sums[cell] = (sums[cell] ?? 0n) + cost;
      expect(rules.cells.losses(sums)).toEqual(expected);
    },
  );
});

describe("no class has", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ column: "n", test: "above", value: String(index) }));
  it.each([
    ["13 signed conditions", { ...signed, predicates: many(13) }],
    ["9 conditions with points", { ...cards, predicates: many(9) }],
    ["more points than can be gone through", { ...cards, predicates: many(8), largestPoints: 3 }],
    ["lists of 7 steps", { ...lists, longest: 7 }],
    ["lists of none", { ...lists, longest: 0 }],
    ["100,001 lists", { ...lists, predicates: many(12), longest: 4 }],
    ["trees of depth 4", { ...trees, depth: 4 }],
    ["trees of 65 conditions", { ...trees, predicates: many(65) }],
    ["two conditions alike", { ...lists, predicates: asks("a", "a") }],
    ["a list without rules", { kind: "explicit", rules: [] }],
    [
      "a list of a list",
      { kind: "explicit", rules: [{ from: { kind: "explicit", version: 1, rules: [] }, rule: 0 }] },
    ],
    ["a rule beyond its class", { kind: "explicit", rules: [{ from: { version: 1, ...cards }, rule: 4 }] }],
    ["a column that is not there", { kind: "explicit", rules: [{ column: "z", accepts: "y" }] }],
    ["contexts of its own", { kind: "explicit", rules: [{ column: "a", accepts: "y" }], separator: ["0"] }],
    ["a further key", { ...lists, whim: 1 }],
    ["another version", { ...lists, version: 2 }],
    ["a kind of its own", { ...lists, kind: "forests" }],
  ])("%s", (_, hypotheses) => {
    expect(() => classOf(hypotheses)).toThrow();
  });

  it("a list in a file with too many conditions or rules, too long rules, or another count", () => {
    expect(listedClass(many(2_000), ["0|1999"]).count).toBe(3);
    expect(() => listedClass(many(2_001), ["0"])).toThrow();
    const ofLength = (length: number) => [[...Array(length).keys()].join("&")];
    expect(listedClass(many(30), ofLength(24)).count).toBe(3);
    expect(() => listedClass(many(30), ofLength(25))).toThrow();
    expect(() => listedClass(many(1), ["0"], 2)).toThrow("list of rules: count");
    expect(() => listedClass(many(1), ["0"], 1_000_001)).toThrow("count of the rules");
    expect(() => classOf({ kind: "listed", count: 1, hash: "0".repeat(64) })).toThrow("list of rules");
  });
});
