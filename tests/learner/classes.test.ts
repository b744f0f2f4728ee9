import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listCatalogue } from "#server/learner/classes/list-catalogue.ts";
import { scorecardTable } from "#server/learner/classes/scorecard-table.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { answerColumns, answering, classOf, cuts, everyClass, listed, predicates } from "./class-fixtures.ts";
import { refuses } from "./fixtures.ts";

const n = 4;
const bitsOf = (mask: number) => Array.from({ length: n }, (_, b) => (mask >> b) & 1);
const ternary = (c: number) => Array.from({ length: n }, (_, b) => Math.floor(c / 3 ** b) % 3);

/** The catalogue's definition of each rule, implemented without bit tricks. */
const definitions: { spec: HypothesisSpec; size: number; accepts: (h: number, q: number[]) => boolean }[] = [
  {
    spec: { kind: "disjunctions", version: 1, predicates: predicates(n) },
    size: 17,
    accepts: (h, q) => h === 1 || (h > 1 && bitsOf(h - 1).some((asked, b) => asked === 1 && q[b] === 1)),
  },
  {
    spec: { kind: "parities", version: 1, predicates: predicates(n) },
    size: 17,
    accepts: (h, q) =>
      h === 1 || (h > 1 && bitsOf(h - 1).filter((asked, b) => asked === 1 && q[b] === 1).length % 2 === 1),
  },
  {
    spec: { kind: "signed-conjunctions", version: 1, predicates: predicates(n) },
    size: 82,
    accepts: (h, q) => h > 0 && ternary(h - 1).every((d, b) => d === 0 || (d === 1) === (q[b] === 1)),
  },
  {
    spec: { kind: "signed-disjunctions", version: 1, predicates: predicates(n) },
    size: 82,
    accepts: (h, q) =>
      h === 1 || (h > 1 && ternary(h - 1).some((d, b) => d > 0 && (d === 1) === (q[b] === 1))),
  },
  {
    spec: { kind: "conjunctions", version: 1, predicates: predicates(n) },
    size: 17,
    accepts: (h, q) => h > 0 && bitsOf(h - 1).every((asked, b) => asked === 0 || q[b] === 1),
  },
];

test.each(definitions)("rules of $spec.kind match the catalogue's text", ({ spec, size, accepts }) => {
  const rules = classOf(spec);
  expect(rules.size).toBe(size);
  for (let answers = 0; answers < 2 ** n; answers++) {
    const bits = rules.bits(answering(answers));
    for (let h = 0; h < size; h++) expect(bits[h] === 1).toBe(accepts(h, bitsOf(answers)));
  }
});

describe("every class", () => {
  const person = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.constantFrom(null, "0", "1", "2.5", "9"));

  test.each(everyClass)(
    "$kind gives the same answers one by one and all at once, with constants as rules 0 and 1",
    (spec) => {
      const rules = classOf(spec);
      expect(rules.constants).toEqual({ none: 0, all: 1 });
      fc.assert(
        fc.property(person, ([answers, score]) => {
          const individual = answering(answers, score);
          const one = Array.from({ length: rules.size }, (_, h) => rules.evaluate(h, individual));
          expect([...rules.bits(individual)]).toEqual(one);
          expect(one.slice(0, 2)).toEqual([0, 1]);
        }),
        { numRuns: 20 },
      );
    },
  );

  test.each(everyClass)("$kind is restored from JSON, with a unique sentence for each rule", (spec) => {
    const rules = classOf(spec);
    const again = classOf(JSON.parse(JSON.stringify(spec)));
    const sentences = Array.from({ length: rules.size }, (_, h) => rules.sentence(h));
    expect(Array.from({ length: again.size }, (_, h) => again.sentence(h))).toEqual(sentences);
    expect(new Set(sentences).size).toBe(rules.size);
    expect(sentences.slice(0, 2)).toEqual(["accept no one", "accept everyone"]);
  });

  test.each(everyClass)("$kind refuses unknown rules and rows of another width", (spec) => {
    const rules = classOf(spec);
    for (const h of [-1, rules.size, 0.5, Number.NaN]) {
      refuses("range", () => rules.evaluate(h, answering(0)));
      refuses("range", () => rules.sentence(h));
      refuses("range", () => rules.separator.at(h, 0));
    }
    for (const p of [-1, rules.separator.size, 0.5]) {
      refuses("range", () => rules.separator.at(0, p));
      refuses("range", () => rules.separator.point(p));
    }
    refuses("shape", () => rules.bits(["y"]));
    refuses("shape", () => rules.evaluate(0, ["y"]));
  });

  test("treats a missing cell as no: it makes a signed literal true", () => {
    const missing = [null, null, null, null, null, null, null, null, null];
    const signed = classOf({ kind: "signed-conjunctions", version: 1, predicates: predicates(1) });
    expect([...signed.bits(missing)]).toEqual([0, 1, 0, 1]);
    expect(signed.sentence(3)).toBe("accept if not (q0 is y)");
  });

  test("of an unknown kind is refused, also in an explicit list", () => {
    refuses("unknown-kind", () => classOf({ kind: "forests", version: 1 } as unknown as HypothesisSpec));
    refuses("unknown-kind", () => classOf({ ...listed, version: 2 } as unknown as HypothesisSpec));
    const again = (rule: number) => ({ from: { ...everyClass[1] }, rule });
    refuses("range", () => classOf({ ...listed, rules: [again(3), again(3)] } as unknown as HypothesisSpec));
    const nested = { kind: "explicit", version: 1, rules: [{ from: listed, rule: 0 }] };
    refuses("unknown-kind", () => classOf(nested as unknown as HypothesisSpec));
  });

  const sizes: [string, HypothesisSpec][] = [
    ["disjunctions", { kind: "disjunctions", version: 1, predicates: predicates(25) }],
    ["parities", { kind: "parities", version: 1, predicates: predicates(25) }],
    ["signed conjunctions", { kind: "signed-conjunctions", version: 1, predicates: predicates(13) }],
    ["signed disjunctions", { kind: "signed-disjunctions", version: 1, predicates: predicates(13) }],
    [
      "decision lists over too many predicates",
      { kind: "decision-lists", version: 1, predicates: predicates(13), longest: 1 },
    ],
    [
      "decision lists, too many of them",
      { kind: "decision-lists", version: 1, predicates: predicates(8), longest: 6 },
    ],
    [
      "scorecards over too many predicates",
      { kind: "scorecards", version: 1, predicates: predicates(9), largestPoints: 1 },
    ],
    [
      "scorecards with too fine points",
      { kind: "scorecards", version: 1, predicates: predicates(8), largestPoints: 2 },
    ],
    [
      "explicit lists",
      {
        kind: "explicit",
        version: 1,
        rules: Array.from({ length: LIMITS.listedRules + 1 }, (_, i) => ({
          column: "q0",
          accepts: String(i),
        })),
      },
    ],
  ];

  test.each(sizes)("is refused above its size limit: %s", (_, spec) => {
    refuses("class-too-large", () => classOf(spec));
  });
});

describe("decision lists", () => {
  /** Truth tables over 3 answers of all lists of at most `longest` steps, including repeated predicates. */
  function allTables(longest: number): Set<string> {
    const tables = new Set<string>();
    const extend = (steps: { literal: number; answer: number }[]) => {
      for (const last of [0, 1]) {
        const table = Array.from({ length: 8 }, (_, q) => {
          const step = steps.find(({ literal }) => ((q >> (literal >> 1)) & 1) === 1 - (literal % 2));
          return step?.answer ?? last;
        });
        tables.add(table.join(""));
      }
      if (steps.length === longest) return;
      for (let literal = 0; literal < 6; literal++) {
        for (const answer of [0, 1]) extend([...steps, { literal, answer }]);
      }
    };
    extend([]);
    return tables;
  }

  test.each([1, 2, 3])("of at most %i steps are in the catalogue, each function once", (longest) => {
    const rules = classOf({ kind: "decision-lists", version: 1, predicates: predicates(3), longest });
    const tables = Array.from({ length: rules.size }, (_, h) =>
      Array.from({ length: 8 }, (_, q) => rules.evaluate(h, answering(q))).join(""),
    );
    expect(new Set(tables).size).toBe(rules.size);
    expect(new Set(tables)).toEqual(allTables(longest));
  });

  test("are ordered by length, then by their steps' codes", () => {
    const rules = classOf({ kind: "decision-lists", version: 1, predicates: predicates(2), longest: 2 });
    // n = 2: 4 lists of one step; two steps have one answer: 4 pairs of literals × 2 answers.
    expect(rules.size).toBe(2 + 4 + 8);
    expect(rules.sentence(2)).toBe("if q0 is y, accept; else reject");
    expect(rules.sentence(5)).toBe("if not (q1 is y), accept; else reject");
    expect(rules.sentence(6)).toBe("if q0 is y, reject; else if q1 is y, reject; else accept");
    expect(rules.sentence(13)).toBe("if not (q0 is y), accept; else if not (q1 is y), accept; else reject");
    const { steps } = listCatalogue(3, 3, 1000);
    const keys = Array.from({ length: steps.length / 3 - 2 }, (_, i) => [
      ...steps.subarray(3 * i + 6, 3 * i + 9),
    ]);
    const order = (key: number[]) =>
      [key.filter((step) => step >= 0).length, ...key].map((x) => String(x + 1).padStart(3, "0")).join();
    expect(keys.map(order)).toEqual(keys.map(order).toSorted());
  });

  test("need 1 to 6 steps", () => {
    for (const longest of [0, 7, 1.5]) {
      refuses("range", () =>
        classOf({ kind: "decision-lists", version: 1, predicates: predicates(2), longest }),
      );
    }
  });
});

describe("scorecards", () => {
  test("are all functions of sums of whole points and a threshold, each once", () => {
    const rules = classOf({ kind: "scorecards", version: 1, predicates: predicates(3), largestPoints: 2 });
    const tables = Array.from({ length: rules.size }, (_, h) =>
      Array.from({ length: 8 }, (_, q) => rules.evaluate(h, answering(q))).join(""),
    );
    const all = new Set<string>();
    for (let code = 0; code < 125; code++) {
      const w = [0, 1, 2].map((b) => (Math.floor(code / 5 ** b) % 5) - 2);
      for (let theta = -7; theta <= 7; theta++) {
        all.add(
          Array.from({ length: 8 }, (_, q) =>
            w.reduce((sum, points, b) => sum + points * ((q >> b) & 1), 0) >= theta ? 1 : 0,
          ).join(""),
        );
      }
    }
    expect(new Set(tables)).toEqual(all);
    expect(tables).toHaveLength(all.size);
    // 104 of the 256 functions of three answers are threshold functions; |w| <= 2 reaches all of them.
    expect(all.size).toBe(104);
  });

  test("with more answers than bits in a word decide by their stated points", () => {
    const rules = classOf({ kind: "scorecards", version: 1, predicates: predicates(6), largestPoints: 1 });
    const cards = Array.from({ length: rules.size - 2 }, (_, h) => {
      const sentence = rules.sentence(h + 2);
      const points = [...sentence.matchAll(/(-?\d+) for "q(\d) is y"/g)];
      const needed = Number(/reach (-?\d+):/.exec(sentence)?.[1]);
      return { needed, points: points.map(([, w, b]) => [Number(w), Number(b)] as const) };
    });
    for (let answers = 0; answers < 64; answers++) {
      const reached = cards.map(({ needed, points }) =>
        points.reduce((sum, [w, b]) => sum + w * ((answers >> b) & 1), 0) >= needed ? 1 : 0,
      );
      expect([...rules.bits(answering(answers))]).toEqual([0, 1, ...reached]);
    }
  });

  test("store one bit for each answer, in words of 32", () => {
    for (const [count, wordCount] of [
      [4, 1],
      [5, 1],
      [6, 2],
    ] as const) {
      const table = scorecardTable(count, 1);
      expect([table.wordCount, table.decisions.length]).toEqual([wordCount, wordCount * table.size]);
    }
  });

  test("state their points", () => {
    const rules = classOf({ kind: "scorecards", version: 1, predicates: predicates(2), largestPoints: 1 });
    // The first vector is (-1, -1): thresholds -1 and 0.
    expect(rules.sentence(2)).toBe('accept if the points reach -1: -1 for "q0 is y", -1 for "q1 is y"');
    expect(rules.sentence(3)).toBe('accept if the points reach 0: -1 for "q0 is y", -1 for "q1 is y"');
  });

  test("need whole points from 1", () => {
    for (const largestPoints of [0, -1, 1.5]) {
      refuses("range", () =>
        classOf({ kind: "scorecards", version: 1, predicates: predicates(2), largestPoints }),
      );
    }
  });
});

describe("explicit lists", () => {
  test("accept rules of other classes and columns of predictions", () => {
    const rules = classOf(listed);
    expect(Array.from({ length: rules.size }, (_, h) => rules.sentence(h))).toEqual([
      "accept no one",
      "accept everyone",
      "accept if q0 is y",
      "accept if q1 is n",
      "accept if q0 is y and q1 is y and q2 is y",
      "accept if score > 1",
      "if q0 is y, reject; else if not (q1 is y), reject; else accept",
    ]);
    expect([...rules.bits(answering(0b111, "4"))]).toEqual([0, 1, 1, 0, 1, 1, 0]);
    expect([...rules.bits(answering(0b010, null))]).toEqual([0, 1, 0, 0, 0, 0, 1]);
  });

  test("refuse an empty list, repeated rules, unknown columns and unknown rules", () => {
    const make = (rules: unknown) => () => classOf({ kind: "explicit", version: 1, rules } as HypothesisSpec);
    refuses("class-empty", make([]));
    refuses(
      "range",
      make([
        { column: "q0", accepts: "y" },
        { column: "q0", accepts: "y" },
      ]),
    );
    refuses("range", make([{ column: "q9", accepts: "y" }]));
    const from = { kind: "thresholds", version: 1, cuts };
    refuses("range", make([{ from, rule: 8 }]));
    refuses(
      "range",
      make([
        { from, rule: 2 },
        { from, rule: 2 },
      ]),
    );
  });
});

test("the fixtures' columns fit", () => {
  expect(answering(5)).toHaveLength(answerColumns.length);
});
