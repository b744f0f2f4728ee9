import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chancesOfTypes, lotteryProblem } from "#server/audit-log/panel-lottery.ts";
import { LOTTERY_WEIGHT } from "#server/audit-log/panel-ways.ts";
import { findLottery, type Lottery } from "#server/panel-lottery/find-lottery.ts";
import { conflictingQuotas, type PanelRules } from "#server/panel-lottery/quotas.ts";
import { wholeWeights } from "#server/panel-lottery/whole-weights.ts";
import { loadSolver } from "#server/solver/highs.ts";
import { exactLeximin, panelsOf, toNumber } from "./exact.ts";

const solve = await loadSolver();

/** A lottery as the log has it. */
function logged({ types }: PanelRules, { method, panels }: Lottery) {
  return {
    method,
    types: types.map(({ quotas, seats }) => ({ quotas: [...quotas], seats })),
    panels: panels.map(({ counts, weight }) => ({ counts: [...counts], weight })),
  };
}

const named = ({ quotas }: PanelRules) =>
  quotas.map((bounds, place) => ({ attribute: "a", value: `${place}`, ...bounds }));

const chancesIn = (rules: PanelRules) => chancesOfTypes(logged(rules, findLottery(rules, solve)));

/** Pools of up to `most` members in up to six types, with up to four quotas that may or may not be met. */
const anyRules = (most: number) =>
  fc
    .record({
      counted: fc.uniqueArray(fc.subarray([0, 1, 2, 3]), { minLength: 1, maxLength: 6, selector: String }),
      seats: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 6, maxLength: 6 }),
      bounds: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 })), {
        minLength: 4,
        maxLength: 4,
      }),
      size: fc.integer({ min: 1, max: 8 }),
    })
    .map(({ counted, seats, bounds, size }): PanelRules => {
      const sorted = counted.toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
      const types = sorted.map((quotas, type) => ({ quotas, seats: seats[type] ?? 1 }));
      const quotas = bounds.map(([least, more]) => ({ least, most: least + more }));
      return { types, quotas, size };
    })
    .filter(({ types, size }) => {
      const members = types.reduce((sum, { seats }) => sum + seats, 0);
      return members <= most && size <= members;
    });

describe("the lottery over panels", () => {
  it("gives one nurse of two, and of the others two of five, the chances 1/2 and 2/5", () => {
    const types = [
      { quotas: [0], seats: 2 },
      { quotas: [0, 2], seats: 1 },
      { quotas: [1], seats: 3 },
      { quotas: [1, 2], seats: 1 },
    ];
    const quotas = [
      { least: 1, most: 2 },
      { least: 1, most: 2 },
      { least: 1, most: 1 },
    ];
    const rules = { types, quotas, size: 3 };
    expect(findLottery(rules, solve).method).toBe("leximin");
    const chances = chancesIn(rules);
    for (const [type, chance] of [0.4, 0.5, 0.4, 0.5].entries()) expect(chances[type]).toBeCloseTo(chance, 6);
  });

  it("has the chances of an exact solution, in pools of up to 20", () => {
    let compared = 0;
    fc.assert(
      fc.property(anyRules(20), (rules) => {
        const count = panelsOf(rules).length;
        if (count === 0 || count > 40) return;
        const exact = exactLeximin(rules).map(toNumber);
        for (const [type, chance] of chancesIn(rules).entries()) {
          expect(Math.abs(chance - (exact[type] ?? -1))).toBeLessThan(1e-6);
        }
        compared += 1;
      }),
      { seed: 35, numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(30);
  });

  it("holds every quota in every panel, and whole weights of 2^32", () => {
    fc.assert(
      fc.property(anyRules(36), (rules) => {
        const isPossible = panelsOf(rules).length > 0;
        expect(conflictingQuotas(rules, solve).length === 0).toBe(isPossible);
        if (!isPossible) return;
        const lottery = logged(rules, findLottery(rules, solve));
        expect(lotteryProblem(lottery, { size: rules.size, quotas: named(rules) })).toBeNull();
        expect(lottery.panels.reduce((sum, { weight }) => sum + weight, 0)).toBe(LOTTERY_WEIGHT);
      }),
      { seed: 36, numRuns: 60 },
    );
  });

  it("balances only the smallest chance once it has looked at too many panels", () => {
    const types = [5, 1, 2, 1, 4].map((seats, type) => ({ quotas: [type % 3, 3 + (type % 2)], seats }));
    const quotas = [2, 2, 2, 3, 3].map((most) => ({ least: 1, most }));
    const rules = { types, quotas, size: 4 };
    const least = Math.min(...exactLeximin(rules).map(toNumber));
    const lottery = findLottery(rules, solve, 0);
    expect(lottery.method).toBe("maximin");
    expect(Math.min(...chancesOfTypes(logged(rules, lottery)))).toBeCloseTo(least, 6);
  });
});

describe("quotas that no panel meets", () => {
  const types = [
    { quotas: [0], seats: 3 },
    { quotas: [1], seats: 3 },
    { quotas: [2], seats: 1 },
  ];

  it("are named: one that is too large, and a pair that leaves too few seats", () => {
    const wide = { least: 0, most: 9 };
    const conflict = (...quotas: { least: number; most: number }[]) =>
      conflictingQuotas({ types, quotas, size: 4 }, solve);
    expect(conflict(wide, wide, { least: 2, most: 3 })).toEqual([2]);
    expect(conflict({ least: 3, most: 3 }, { least: 2, most: 3 }, wide)).toEqual([0, 1]);
    expect(conflict({ least: 0, most: 1 }, { least: 0, most: 1 }, wide)).toEqual([0, 1]);
    expect(conflict(wide, wide, wide)).toEqual([]);
  });
});

it("rounds weights by largest remainder, and leaves panels of weight 0 out", () => {
  const shares = [1, 1, 1, 0].map((share, place) => ({ counts: [place], share }));
  expect(wholeWeights(shares)).toEqual([
    { counts: [0], weight: 1_431_655_766 },
    { counts: [1], weight: 1_431_655_765 },
    { counts: [2], weight: 1_431_655_765 },
  ]);
});
