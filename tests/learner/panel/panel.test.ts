import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { PairRule } from "#server/learner/config/spec.ts";
import { gapExceeds } from "#server/learner/panel/eligibility.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { decidePanel, eligiblePairs, pivotalAuditor } from "#server/learner/panel/panel.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { chance, refuses, share } from "#tests/learner/fixtures.ts";

type Flag = [number, number];

const half = { numerator: 1, denominator: 2 };

describe("the needed flags", () => {
  test("are the ceiling of gamma m for all shares a/b with b <= 100 and panels to 200", () => {
    let wrong = 0;
    for (let b = 1; b <= 100; b++) {
      for (let a = 1; a <= b; a++) {
        for (let m = 1; m <= 200; m++) {
          const r = neededFlags({ numerator: a, denominator: b }, m);
          // the smallest r with r/m >= a/b, that is r b >= a m and (r - 1) b < a m, in exact integers
          const product = BigInt(a) * BigInt(m);
          if (BigInt(r) * BigInt(b) < product || BigInt(r - 1) * BigInt(b) >= product) wrong++;
        }
      }
    }
    expect(wrong).toBe(0);
  });

  test("are exact for 0.07, which is not a double", () => {
    expect(Math.ceil(0.07 * 100)).toBe(8);
    expect(neededFlags({ numerator: 7, denominator: 100 }, 100)).toBe(7);
  });

  test("are exact at the limits", () => {
    const b = LIMITS.gammaDenominator;
    expect(neededFlags({ numerator: b - 1, denominator: b }, LIMITS.seats)).toBe(LIMITS.seats);
    expect(neededFlags({ numerator: 1, denominator: b }, LIMITS.seats)).toBe(1);
  });

  test("are refused for shares outside (0, 1] and for panels that do not exist", () => {
    const shares: Flag[] = [
      [0, 1],
      [-1, 2],
      [3, 2],
      [1, 0],
      [0.5, 1],
      [1, Number.NaN],
      [1, LIMITS.gammaDenominator + 1],
    ];
    for (const [numerator, denominator] of shares) {
      refuses("gamma-outside", () => neededFlags({ numerator, denominator }, 3));
    }
    for (const m of [0, -1, 1.5, Number.NaN, LIMITS.seats + 1]) refuses("range", () => neededFlags(half, m));
  });
});

describe("eligible pairs", () => {
  test("are those whose gap exceeds alpha, strictly", () => {
    // 0.8-0.6 = 0.2 is not above 0.2; 0.8-0.3 = 0.5 and 0.6-0.3 = 0.3 are
    expect(eligiblePairs(["0.8", "0.6", "0.3"], "0.2")).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(eligiblePairs(["0.3", "0.1"], "0.2")).toEqual([]);
    expect(eligiblePairs(["0.5"], "0")).toEqual([]);
  });

  test("agree with the comparison of single pairs", () => {
    fc.assert(
      fc.property(fc.array(chance, { minLength: 1, maxLength: 6 }), chance, (chances, alpha) => {
        fc.pre(Number(alpha) < 1);
        const expected = chances.flatMap((high, i) =>
          chances.flatMap((low, j) => (gapExceeds(high, low, alpha) ? [[i, j]] : [])),
        );
        expect(eligiblePairs(chances, alpha)).toEqual(expected);
      }),
    );
  });

  test("are refused for chances outside [0, 1] and alpha outside [0, 1)", () => {
    refuses("range", () => eligiblePairs(["1.1", "0"], "0.2"));
    refuses("range", () => eligiblePairs(["-0.1", "0"], "0.2"));
    refuses("range", () => eligiblePairs(["1", "0"], "1"));
    refuses("range", () => eligiblePairs(["1", "0"], "-0.1"));
    refuses("not-a-decimal", () => eligiblePairs(["NaN"], "0.2"));
  });
});

describe("the panel", () => {
  // gaps: (0,1) 0.3, (0,2) 0.6, (0,3) 0.8, (1,2) 0.3, (1,3) 0.5; (2,3) 0.2 is not above alpha
  const chances = ["0.9", "0.6", "0.3", "0.1"];
  const base = { chances, alpha: "0.2", rule: share(1, 2), seatCount: 4 };

  function decide(pairRule: PairRule, flags: Flag[][]) {
    return decidePanel({ ...base, flags, pairRule });
  }

  const flags: Flag[][] = [
    [
      [0, 1],
      [1, 3],
      [1, 2],
    ],
    [
      [1, 3],
      [0, 1],
      [0, 3],
    ],
    [[1, 3]],
    [],
  ];

  test("gives each violating pair a full unit of weight under all", () => {
    const weights = decide("all", flags).violations.map(({ weight }) => weight);
    expect(weights).toEqual(["1", "1"]);
    expect(decide("all", [])).toEqual({ violations: [] });
  });

  test("shares one unit of weight among all violating pairs by default", () => {
    // r = ceil(4/2) = 2: (0,1) has 2 flags, (1,3) has 3, (1,2) and (0,3) one each
    expect(decide("average", flags)).toEqual({
      violations: [
        { high: 0, low: 1, flagCount: 2, weight: "0.5" },
        { high: 1, low: 3, flagCount: 3, weight: "0.5" },
      ],
    });
  });

  test("lists skipped pairs with weight 0 under a single-pair rule", () => {
    const more: Flag[][] = [...flags.slice(0, 3), [[0, 3]]];
    expect(decide("largest-gap", more).violations).toEqual([
      { high: 0, low: 1, flagCount: 2, weight: "0" },
      { high: 0, low: 3, flagCount: 2, weight: "1" },
      { high: 1, low: 3, flagCount: 3, weight: "0" },
    ]);
    expect(decide("most-flags", more).violations.map(({ weight }) => weight)).toEqual(["0", "0", "1"]);
  });

  test("ranks flags before gaps under most-flags, whichever pair comes first", () => {
    const first: Flag[][] = [
      [
        [0, 1],
        [0, 3],
      ],
      [
        [0, 1],
        [0, 3],
      ],
      [[0, 1]],
      [],
    ];
    // The gap of (0, 3) is wider than that of (0, 1).
    expect(decide("largest-gap", first).violations.map(({ weight }) => weight)).toEqual(["0", "1"]);
    expect(decide("most-flags", first).violations.map(({ weight }) => weight)).toEqual(["1", "0"]);
  });

  test("breaks ties by the larger gap, then by lowest positions, on exact gaps", () => {
    const both: Flag[][] = [
      [
        [1, 2],
        [0, 1],
      ],
      [
        [1, 2],
        [0, 1],
      ],
    ];
    // as doubles 0.9-0.6 = 0.30000000000000004 and 0.6-0.3 = 0.3; exactly they tie
    for (const rule of ["largest-gap", "most-flags"] as const) {
      expect(decide(rule, both).violations.map(({ weight }) => weight)).toEqual(["1", "0"]);
    }
    const wider: Flag[][] = [
      [
        [1, 2],
        [0, 2],
      ],
      [
        [1, 2],
        [0, 2],
      ],
    ];
    expect(decide("most-flags", wider).violations[0]).toMatchObject({ high: 0, low: 2, weight: "1" });
    // 0.7-0.5 and 0.5-0.3 tie at 0.2, where doubles say 0.19999999999999996 and 0.2
    const tie = { chances: ["0.7", "0.5", "0.3"], alpha: "0.1", rule: share(1, 2), seatCount: 1 };
    const ballot: Flag[][] = [
      [
        [1, 2],
        [0, 1],
      ],
    ];
    const { violations } = decidePanel({ ...tie, flags: ballot, pairRule: "largest-gap" });
    expect(violations.map(({ weight }) => weight)).toEqual(["1", "0"]);
  });

  test("counts seats without a ballot in m, and a pair repeated in one ballot once", () => {
    expect(
      decide("average", [
        [
          [0, 1],
          [0, 1],
          [0, 1],
        ],
      ]).violations,
    ).toEqual([]);
    expect(
      decidePanel({ ...base, seatCount: 2, flags: [[[0, 1]]], pairRule: "average" }).violations,
    ).toHaveLength(1);
  });

  test("finds no violation if no auditor flags", () => {
    expect(decide("average", [])).toEqual({ violations: [] });
    expect(decide("largest-gap", [[], [], [], []]).violations).toEqual([]);
  });

  test("refuses flags on pairs that are not eligible, unknown positions and more ballots than seats", () => {
    for (const flag of [
      [2, 3],
      [1, 0],
      [0, 0],
    ] as Flag[]) {
      refuses("pair-not-eligible", () => decide("average", [[flag]]));
    }
    for (const flag of [
      [0, 4],
      [-1, 0],
      [0.5, 1],
    ] as Flag[])
      refuses("shape", () => decide("average", [[flag]]));
    refuses("shape", () => decide("average", [[], [], [], [], []]));
    refuses("unknown-kind", () => decide("other" as PairRule, flags));
  });

  test("decides the same for any order of ballots and of flags, and its weights sum to 1", () => {
    const instance = fc
      .record({
        chances: fc.array(chance, { minLength: 2, maxLength: 6 }),
        keep: fc.array(fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }), {
          minLength: 1,
          maxLength: 5,
        }),
        pairRule: fc.constantFrom<PairRule>("average", "largest-gap", "most-flags"),
        a: fc.integer({ min: 1, max: 5 }),
      })
      .map(({ chances: values, keep, pairRule, a }) => {
        const eligible = eligiblePairs(values, "0.05");
        const ballots = keep.map((kept) => eligible.filter((_, i) => kept[i]));
        return { values, ballots, pairRule, rule: share(a, 5) };
      });
    fc.assert(
      fc.property(instance, fc.infiniteStream(fc.nat()), ({ values, ballots, rule, pairRule }, keys) => {
        const ask = { chances: values, alpha: "0.05", rule, seatCount: ballots.length, pairRule };
        const decided = decidePanel({ ...ask, flags: ballots });
        const shuffle = <T>(list: readonly T[]) =>
          list
            .map((item) => ({ item, key: keys.next().value ?? 0 }))
            .sort((x, y) => x.key - y.key)
            .map(({ item }) => item);
        expect(decidePanel({ ...ask, flags: shuffle(ballots.map(shuffle)) })).toEqual(decided);
        const total = decided.violations.reduce((sum, { weight }) => sum + Number(weight), 0);
        if (decided.violations.length > 0) expect(total).toBeCloseTo(1, 12);
      }),
    );
  });

  test("finds fewer violations as gamma rises", () => {
    const counts = [1, 2, 3, 4].map(
      (numerator) =>
        decidePanel({ ...base, rule: share(numerator, 4), flags, pairRule: "average" }).violations.length,
    );
    expect(counts).toEqual([4, 2, 1, 0]);
  });
});

describe("the pivotal auditor (Lemma 4.1)", () => {
  test("has the r-th smallest distance, equal distances by lowest index", () => {
    // sorted: 0.1 (#1), 0.2 (#0), 0.2 (#3), 0.4 (#2); gamma = 1/2 of 4 is the second
    const distances = [0.2, 0.1, 0.4, 0.2];
    const of4 = (a: number, b: number) => bindPanelRule(share(a, b), 4);
    expect(pivotalAuditor(distances, of4(1, 2))).toBe(0);
    expect(pivotalAuditor(distances, of4(3, 4))).toBe(3);
    expect(pivotalAuditor(distances, of4(1, 1))).toBe(2);
  });

  test("sees a violation exactly if the panel does, for any policy", () => {
    // hundredths as integers, so that every comparison is exact
    const hundredths = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.array(hundredths, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        hundredths,
        fc.array(fc.tuple(hundredths, hundredths), { minLength: 1, maxLength: 20 }),
        (d, a, more, alpha, policies) => {
          fc.pre(alpha < 100);
          const rule = share(a, a + more);
          // Fixed before any policy is used.
          const pivotal = pivotalAuditor(d, bindPanelRule(rule, d.length));
          for (const [high, low] of policies) {
            const flagged = d.map((distance) => high - low > distance + alpha);
            const { violations } = decidePanel({
              chances: [String(high / 100), String(low / 100)],
              alpha: String(alpha / 100),
              rule,
              seatCount: d.length,
              flags: flagged.map((isFlag) => (isFlag ? [[0, 1] as const] : [])),
              pairRule: "average",
            });
            expect(violations.length === 1).toBe(flagged[pivotal]);
          }
        },
      ),
    );
  });

  test("does not exist in an empty panel or for distances below 0", () => {
    const two = bindPanelRule(share(1, 2), 2);
    refuses("shape", () => pivotalAuditor([], two));
    refuses("range", () => pivotalAuditor([0.1, -0.1], two));
    refuses("range", () => pivotalAuditor([0.1, Number.NaN], two));
  });
});
