import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LearnerSpec, Picks } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { ftpl } from "#server/learner/ftpl/ftpl.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import { alignDecimals } from "#server/learner/numeric/decimal.ts";
import {
  aheadOf,
  mixed,
  mixing,
  pickBounds,
  printedChances,
  projectionOnto,
} from "#server/learner/policy/picks.ts";
import { ftplSpec, guardedSpec, paperSpec, person, refuses } from "../fixtures.ts";
import { leastDivergence, tilted } from "./slow-projection.ts";

const spec = (picks: Picks, roundSize = 8) => ({ picks, roundSize });

describe("the bounds of a round's number of picks", () => {
  it.each<[Picks["rule"], number, number]>([
    ["exactly", 3, 3],
    ["at-least", 3, 8],
    ["at-most", 0, 3],
    ["average", 0, 8],
  ])("are, for %s 3 of 8, %d to %d", (rule, low, high) => {
    expect(pickBounds(spec({ rule, count: "3" }), 8, 0)).toEqual({ low, high });
  });

  it("scale to a smaller round, and are absent without a number", () => {
    expect(pickBounds(spec({ rule: "exactly", count: "3" }), 4, 0)).toEqual({ low: 1.5, high: 1.5 });
    expect(pickBounds({ roundSize: 8 }, 8, 0)).toBeNull();
  });

  it("keep an average within one round of its number, for any policy inside them", () => {
    const rounds = fc.array(
      fc.record({ people: fc.integer({ min: 1, max: 8 }), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(rounds, fc.constantFrom("0.5", "3", "8"), (played, count) => {
        const of = spec({ rule: "average", count });
        let ahead = 0;
        for (const { people, part } of played) {
          const bounds = pickBounds(of, people, ahead);
          if (bounds === null) throw new Error("no bounds");
          expect(bounds.low).toBeLessThanOrEqual(bounds.high + 1e-9);
          const number = bounds.low + part * (bounds.high - bounds.low);
          ahead += aheadOf(of, Array(people).fill(String(number / people)));
          expect(Math.abs(ahead)).toBeLessThanOrEqual(8 + 1e-9);
        }
      }),
    );
  });
});

const sumsOf = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 2, maxLength: 9 })
  .map((weights) => Float64Array.from(weights));

describe("the projection onto a number of picks", () => {
  it("is the policy of least relative entropy with that number, by an independent method", () => {
    fc.assert(
      fc.property(sumsOf, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (sums, share) => {
        const people = sums.length - 1;
        const number = share * people;
        const nu = projectionOnto(sums, { low: number, high: number });
        const expected = leastDivergence(sums, number);
        const found = tilted(sums, nu);
        for (const [count, weight] of found.entries())
          expect(weight).toBeCloseTo(expected[count] ?? Number.NaN, 6);
      }),
    );
  });

  it("keeps a number within its bounds, and moves to the nearer bound otherwise", () => {
    const sums = Float64Array.of(0.25, 0.5, 0.25);
    expect(projectionOnto(sums, { low: 0.5, high: 1.5 })).toBe(0);
    const numberAt = (nu: number) => tilted(sums, nu).reduce((sum, weight, count) => sum + count * weight, 0);
    expect(numberAt(projectionOnto(sums, { low: 1.5, high: 2 }))).toBeCloseTo(1.5, 12);
    expect(numberAt(projectionOnto(sums, { low: 0, high: 0.5 }))).toBeCloseTo(0.5, 12);
  });

  it("ends at ±60 if no weights reach the number", () => {
    expect(projectionOnto(Float64Array.of(1, 0, 0), { low: 1, high: 2 })).toBe(60);
    expect(projectionOnto(Float64Array.of(0, 0, 1), { low: 0, high: 1 })).toBe(-60);
  });
});

describe("the remainder beyond the weights", () => {
  it("is covered by the constant rules", () => {
    const below = mixing([0, 0.5], { low: 1, high: 2 });
    expect(below).toEqual({ none: 0, all: 1 / 3 });
    expect(mixed([0, 0.5], below)).toEqual([1 / 3, expect.closeTo(2 / 3, 15)]);
    const above = mixing([0.5, 1], { low: 0, high: 1 });
    expect(above).toEqual({ none: 1 / 3, all: 0 });
    expect(mixing([0.5, 1], { low: 1, high: 2 })).toEqual({ none: 0, all: 0 });
  });
});

describe("printed chances", () => {
  it("sum exactly to a whole number, and do not differ more than before", () => {
    const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(chances, fc.nat(), (drawn, pick) => {
        const number = 1 + (pick % (drawn.length - 1));
        const bounds = { low: number, high: number };
        const exact = mixed(drawn, mixing(drawn, bounds));
        const printed = printedChances(exact, bounds);
        const [one, ...each] = alignDecimals(["1", ...printed]);
        expect(each.reduce((sum, chance) => sum + chance, 0n)).toBe(one * BigInt(number));
        const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
        expect(spread(printed.map(Number))).toBeLessThanOrEqual(spread(exact) + 2e-14);
      }),
    );
  });

  it("are the chances themselves without a number", () => {
    expect(printedChances([0.1 + 0.2, 1], null)).toEqual(["0.30000000000000004", "1"]);
  });
});

describe("a spec with a number of picks", () => {
  const withPicks = (picks: Picks, change: Partial<LearnerSpec> = {}): LearnerSpec => ({
    ...guardedSpec,
    picks,
    ...change,
  });

  it.each<[string, Picks]>([
    ["0", { rule: "exactly", count: "0" }],
    ["more than the round has", { rule: "at-most", count: "3.01" }],
    ["less than a double can hold", { rule: "exactly", count: "1e-400" }],
  ])("is refused with %s", (_, picks) => refuses("picks-outside", () => guarded.init(withPicks(picks))));

  it("is refused without the even draw, with an unknown rule, or if not a decimal", () => {
    const { draw: _, ...oneRule } = withPicks({ rule: "exactly", count: "1.5" });
    refuses("picks-need-even-draw", () => guarded.init(oneRule));
    refuses("unknown-kind", () => guarded.init(withPicks({ rule: "free" as "exactly", count: "1" })));
    refuses("not-a-decimal", () => guarded.init(withPicks({ rule: "exactly", count: "one" })));
  });

  it("picks exactly that many, in mode guarded", () => {
    const of = withPicks({ rule: "exactly", count: "2" });
    const people = [0, 2, 4].map(person);
    const state = guarded.init(of);
    const opening = guarded.open(state, people, "");
    for (let i = 0; i < 64; i++) {
      const lot = { u: i / 64, order: [2, 0, 1] };
      const { decisions } = drawRound(of, state.rules, { opening, people }, lot);
      expect(decisions.filter((decision) => decision === 1)).toHaveLength(2);
    }
  });

  it("is refused in mode paper, and must be a whole number with FTPL", () => {
    const picks = { rule: "exactly", count: "1.5" } as const;
    refuses("setting-unused", () => exp2.init({ ...paperSpec, picks }));
    refuses("picks-fraction", () => ftpl.init({ ...ftplSpec, picks }));
    expect(() => ftpl.init({ ...ftplSpec, picks: { ...picks, count: "1" } })).not.toThrow();
  });
});
