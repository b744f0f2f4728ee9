import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { conjunctions } from "#server/learner/classes/conjunctions.ts";
import { parities } from "#server/learner/classes/parities.ts";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import type { Column, Features, HypothesisSpec, Predicate } from "#server/learner/config/spec.ts";
import { refuses } from "../fixtures.ts";

const columns: Column[] = [
  { name: "duration", type: "number" },
  { name: "checking", type: "category" },
  { name: "amount", type: "number" },
];

const cuts = [
  { column: "duration", cut: "24" },
  { column: "amount", cut: "1000.5" },
];

const predicates: Predicate[] = [
  { column: "duration", test: "at-most", value: "24" },
  { column: "checking", test: "is-not", value: "A11" },
  { column: "amount", test: "above", value: "1000" },
  { column: "checking", test: "is", value: "A12" },
];

function cell(...texts: string[]): fc.Arbitrary<string | null> {
  return fc.constantFrom(null, ...texts);
}

const row: fc.Arbitrary<Features> = fc.tuple(
  cell("20", "23.5", "24", "24.0", "25", "1e2"),
  cell("A11", "A12", "A13"),
  cell("1000", "1000.5", "1001", "1e3"),
);

describe("thresholds", () => {
  const rules = thresholds(columns, cuts);

  test("are ordered in the catalogue as none, all, then both directions of each cut", () => {
    expect(rules.size).toBe(6);
    expect(Array.from({ length: 6 }, (_, h) => rules.sentence(h))).toEqual([
      "accept no one",
      "accept everyone",
      "accept if duration <= 24",
      "accept if duration > 24",
      "accept if amount <= 1000.5",
      "accept if amount > 1000.5",
    ]);
    expect(rules.constants).toEqual({ none: 0, all: 1 });
  });

  test("put a value on the cut on the lower side, and compare numbers, not texts", () => {
    expect([...rules.bits(["24.0", "A11", "9e2"])]).toEqual([0, 1, 1, 0, 1, 0]);
    expect([...rules.bits(["100", "A11", "1000.6"])]).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test("answer no in both directions for a missing cell", () => {
    expect([...rules.bits([null, null, null])]).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test("have one rule for a one-sided cut", () => {
    const [first, second] = cuts;
    if (first === undefined || second === undefined) throw new Error("two cuts");
    const sided = thresholds(columns, [
      { ...first, side: "above" },
      { ...second, side: "at-most" },
    ]);
    expect(Array.from({ length: sided.size }, (_, h) => sided.sentence(h)).slice(2)).toEqual([
      "accept if duration > 24",
      "accept if amount <= 1000.5",
    ]);
    expect([...sided.bits(["24.0", "A11", "9e2"])]).toEqual([0, 1, 0, 1]);
    expect([...sided.bits(["24.5", "A11", null])]).toEqual([0, 1, 1, 0]);
    expect(sided.evaluate(2, ["24.5", "A11", null])).toBe(1);
  });

  test("accept a missing cell if blanks pass, like a number beyond all cuts", () => {
    const pass = { side: "above", blank: "pass" } as const;
    const cut = (value: string) => ({ column: "duration", cut: value, ...pass });
    const rules = thresholds(columns, [cut("24"), cut("36"), { column: "amount", cut: "5", side: "above" }]);
    expect([...rules.bits([null, null, null])]).toEqual([0, 1, 1, 1, 0]);
    expect([...rules.bits(["24", null, null])]).toEqual([0, 1, 0, 0, 0]);
    expect([2, 3, 4].map((h) => rules.evaluate(h, [null, null, null]))).toEqual([1, 1, 0]);
    expect(rules.sentence(2)).toBe("accept if duration > 24 (or blank)");
    const less = thresholds(columns, [
      { column: "amount", from: "1", step: "1", count: 3, side: "at-most", blank: "pass" },
    ]);
    expect([...less.bits([null, null, null])]).toEqual([0, 1, 1, 1, 1]);
    refuses("range", () => thresholds(columns, [{ column: "duration", cut: "24", blank: "pass" }]));
    refuses("range", () =>
      thresholds(columns, [cut("24"), { column: "duration", cut: "36", side: "above" }]),
    );
  });

  test("have the same rules for a range as for its listed cuts", () => {
    const range = { column: "duration", from: "-0.3", step: "0.1", count: 30 } as const;
    const listed = Array.from({ length: 30 }, (_, i) => ({ column: "duration", cut: String((i - 3) / 10) }));
    const [one, other] = [thresholds(columns, [range]), thresholds(columns, listed)];
    const sentences = (rules: typeof one) => Array.from({ length: rules.size }, (_, h) => rules.sentence(h));
    expect(sentences(one)).toEqual(sentences(other));
    for (const cell of ["-0.4", "-0.3", "0", "0.1", "0.30", "0.7", "2.6", "2.7", "9"]) {
      const row = [cell, null, null];
      expect(one.bits(row)).toEqual(other.bits(row));
      expect([...one.bits(row).keys()].map((h) => one.evaluate(h, row))).toEqual([...one.bits(row)]);
    }
  });

  test("of a range lie exactly at its steps, for any digits of start and step", () => {
    const cutsOf = (from: string, step: string) => {
      const rules = thresholds(columns, [{ column: "duration", from, step, count: 3, side: "above" }]);
      return [2, 3, 4].map((h) => rules.sentence(h).replace("accept if duration > ", ""));
    };
    expect(cutsOf("0.5", "0.25")).toEqual(["0.5", "0.75", "1"]);
    expect(cutsOf("2", "0.125")).toEqual(["2", "2.125", "2.25"]);
    expect(cutsOf("-0.0625", "1")).toEqual(["-0.0625", "0.9375", "1.9375"]);
    expect(cutsOf("-1e15", "1e15")).toEqual(["-1000000000000000", "0", "1000000000000000"]);
    expect(cutsOf("0", "1e-15")).toEqual(["0", "0.000000000000001", "0.000000000000002"]);
    const rules = thresholds(columns, [{ column: "duration", from: "2", step: "0.125", count: 3 }]);
    expect([...rules.bits(["2.125", null, null])]).toEqual([0, 1, 0, 1, 1, 0, 1, 0]);
  });

  test("refuse equal cuts, unknown columns, text columns, bad numbers and too many cuts", () => {
    refuses("range", () => thresholds(columns, [...cuts, { column: "amount", cut: "1000.50" }]));
    refuses("range", () => thresholds(columns, [...cuts, { column: "duration", cut: "25" }]));
    refuses("range", () => thresholds(columns, [{ column: "age", cut: "1" }]));
    refuses("range", () => thresholds(columns, [{ column: "checking", cut: "1" }]));
    refuses("not-a-decimal", () => thresholds(columns, [{ column: "duration", cut: "0x10" }]));
    for (const bad of [
      { count: 0 },
      { step: "0" },
      { step: "-1" },
      { from: "1e15" },
      { step: "1e-16" },
      { from: "-1000000000000001" },
    ]) {
      const range = { column: "duration", from: "0", step: "1", count: 2, ...bad };
      refuses("range", () => thresholds(columns, [range]));
    }
    const range = { column: "duration", from: "0", step: "0.5", count: 5 };
    refuses("range", () => thresholds(columns, [range, { column: "duration", cut: "2" }]));
    refuses("range", () => thresholds(columns, [{ column: "duration", cut: "30" }, ...cuts]));
    refuses("class-too-large", () => thresholds(columns, [{ ...range, count: 5_000_001 }]));
    const many = Array.from({ length: 100_001 }, (_, i) => ({ column: "duration", cut: String(i) }));
    refuses("class-too-large", () => thresholds(columns, many));
    expect(thresholds(columns, many.slice(1)).size).toBe(200_002);
  });
});

test("parities state that an odd number of several conditions holds", () => {
  const rules = parities(columns, predicates);
  expect(rules.sentence(1 + 0b0001)).toBe("accept if duration <= 24");
  expect(rules.sentence(1 + 0b0011)).toBe(
    "accept if an odd number holds of: duration <= 24; checking is not A11",
  );
});

describe("conjunctions", () => {
  const rules = conjunctions(columns, predicates);

  test("are ordered in the catalogue as none, then bit masks", () => {
    expect(rules.size).toBe(17);
    expect(rules.sentence(0)).toBe("accept no one");
    expect(rules.sentence(1)).toBe("accept everyone");
    expect(rules.sentence(1 + 0b0011)).toBe("accept if duration <= 24 and checking is not A11");
    expect(rules.sentence(1 + 0b1100)).toBe("accept if amount > 1000 and checking is A12");
  });

  test("accept each person who answers yes to every predicate of the mask", () => {
    // duration <= 24 yes, not A11 yes, amount > 1000 no, is A12 yes: the masks without bit 2
    const bits = rules.bits(["24", "A12", "1000"]);
    const accepted = [...bits.keys()].filter((h) => bits[h] === 1).map((h) => h - 1);
    expect(accepted).toEqual([0b0000, 0b0001, 0b0010, 0b0011, 0b1000, 0b1001, 0b1010, 0b1011]);
  });

  test("treat a missing cell as no, also for is-not", () => {
    expect([...rules.bits([null, null, null])].filter((bit) => bit === 1)).toHaveLength(1);
    expect(rules.evaluate(1 + 0b0010, [null, null, null])).toBe(0);
  });

  test("treat a missing cell as yes if blanks pass or the test is is-blank", () => {
    const withBlanks: Predicate[] = [
      { column: "duration", test: "at-most", value: "24", blank: "pass" },
      { column: "checking", test: "is", value: "A12", blank: "pass" },
      { column: "amount", test: "is-blank", value: "" },
    ];
    const passing = conjunctions(columns, withBlanks);
    const answers = (row: Features) => [0b001, 0b010, 0b100].map((set) => passing.evaluate(1 + set, row));
    expect(answers([null, null, null])).toEqual([1, 1, 1]);
    expect(answers(["25", "A11", "3"])).toEqual([0, 0, 0]);
    expect(answers(["24", "A12", "3"])).toEqual([1, 1, 0]);
    expect(passing.sentence(1 + 0b101)).toBe("accept if duration <= 24 (or blank) and amount is blank");
    const [first] = withBlanks as [Predicate];
    const { blank: _, ...failing } = first;
    expect(conjunctions(columns, [first, failing]).size).toBe(5);
    refuses("range", () => conjunctions(columns, [first, { ...first, value: "24.0" }]));
  });

  test("compare is and is-not by text, in number columns too", () => {
    const exact = conjunctions(columns, [{ column: "duration", test: "is", value: "24" }]);
    expect(exact.evaluate(2, ["24", null, null])).toBe(1);
    expect(exact.evaluate(2, ["24.0", null, null])).toBe(0);
  });

  test("without predicates are the two constants", () => {
    expect([...conjunctions(columns, []).bits([null, null, null])]).toEqual([0, 1]);
  });

  test("refuse equal predicates, unknown columns or tests, ranges on text, and too many", () => {
    const [first] = predicates as [Predicate];
    refuses("range", () => conjunctions(columns, [first, { ...first, value: "24.0" }]));
    refuses("range", () => conjunctions(columns, [{ ...first, column: "age" }]));
    refuses("range", () => conjunctions(columns, [{ ...first, column: "checking" }]));
    refuses("not-a-decimal", () => conjunctions(columns, [{ ...first, value: "many" }]));
    refuses("unknown-kind", () => conjunctions(columns, [{ ...first, test: "like" as "is" }]));
    const many = Array.from({ length: 25 }, (_, i) => ({ ...first, value: String(i) }));
    refuses("class-too-large", () => conjunctions(columns, many));
    expect(conjunctions(columns, many.slice(1)).size).toBe(1 + 2 ** 24);
  });
});

describe("every class", () => {
  const specs: HypothesisSpec[] = [
    { kind: "thresholds", version: 1, cuts },
    { kind: "conjunctions", version: 1, predicates },
  ];

  test.each(specs)("of kind $kind gives the same answers one by one and all at once", (spec) => {
    const rules = hypothesisClass(columns, spec);
    fc.assert(
      fc.property(row, (individual) => {
        const one = Array.from({ length: rules.size }, (_, h) => rules.evaluate(h, individual));
        expect([...rules.bits(individual)]).toEqual(one);
        expect(rules.evaluate(rules.constants.none, individual)).toBe(0);
        expect(rules.evaluate(rules.constants.all, individual)).toBe(1);
      }),
    );
  });

  test.each(specs)("of kind $kind is restored from stored JSON", (spec) => {
    const before = hypothesisClass(columns, spec);
    const after = hypothesisClass(columns, JSON.parse(JSON.stringify(spec)));
    for (let h = 0; h < before.size; h++) expect(after.sentence(h)).toBe(before.sentence(h));
  });

  test.each(specs)("of kind $kind refuses rows of another width, bad cells and unknown rules", (spec) => {
    const rules = hypothesisClass(columns, spec);
    refuses("shape", () => rules.bits(["1", "A11"]));
    refuses("shape", () => rules.evaluate(0, []));
    refuses("not-a-decimal", () => rules.bits(["", "A11", "1"]));
    refuses("not-a-decimal", () => rules.evaluate(2, ["twelve", "A11", "1"]));
    for (const h of [-1, rules.size, 0.5, Number.NaN]) {
      refuses("range", () => rules.evaluate(h, ["1", "A11", "1"]));
      refuses("range", () => rules.sentence(h));
    }
  });

  test("of an unknown kind or version is refused", () => {
    refuses("unknown-kind", () => hypothesisClass(columns, { kind: "forests" } as unknown as HypothesisSpec));
    const newer = { ...specs[0], version: 2 } as unknown as HypothesisSpec;
    refuses("unknown-kind", () => hypothesisClass(columns, newer));
  });
});
