import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missedPairs } from "#server/analysis/findings/missed.ts";
import { docketOf, rankedCount } from "#server/audit-log/docket.ts";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import { fixedBytes } from "#tests/setup/app.ts";

/** Lists every choice of `count` elements. */
function* choices<Each>(list: readonly Each[], count: number): Generator<Each[]> {
  if (count === 0) yield [];
  for (const [index, first] of list.entries()) {
    if (count > 0) for (const rest of choices(list.slice(index + 1), count - 1)) yield [first, ...rest];
  }
}

/** Makes a pair for each number. */
const pairOf = (number: number) => ({ high: number, low: 100 + number });
const listed = (number: number, way: DocketPair[2]): DocketPair => [number, 100 + number, way];

describe("the estimate of what a docket misses", () => {
  it("is unbiased over all possible lots", () => {
    const round = fc
      .record({ size: fc.integer({ min: 1, max: 9 }), outside: fc.integer({ min: 1, max: 6 }) })
      .chain(({ size, outside }) =>
        fc.record({
          size: fc.constant(size),
          isViolation: fc.array(fc.boolean(), { minLength: size + outside, maxLength: size + outside }),
        }),
      );
    fc.assert(
      fc.property(round, ({ size, isViolation }) => {
        const all = isViolation.map((_, number) => number);
        const ranked = all.slice(0, rankedCount(size));
        const left = all.slice(ranked.length);
        const violations = all.filter((number) => isViolation[number]);
        const [estimates, truths]: [number[], number[]] = [[], []];
        for (const lot of choices(left, size - ranked.length)) {
          const docket = [
            ...ranked.map((number) => listed(number, "ranked")),
            ...lot.map((number) => listed(number, "random")),
          ];
          const onDocket = new Set([...ranked, ...lot]);
          // The panel finds only what is on the docket.
          const reported = violations.filter((number) => onDocket.has(number)).map(pairOf);
          estimates.push(missedPairs({ pairCount: all.length, docket }, reported));
          truths.push(violations.filter((number) => !onDocket.has(number)).length);
        }
        const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
        expect(mean(estimates)).toBeCloseTo(mean(truths), 9);
      }),
      { numRuns: 60 },
    );
  });

  it("is unbiased for real dockets", () => {
    // 8 people, 28 pairs; a docket of 10 has 8 by rank and 2 of the 20 others; each of 5 violations among these is missed 18/20
    const k = 8;
    const chances = Array.from({ length: k }, (_, n) => String((9 - n) / 10));
    const pairs = chances.flatMap((_, high) =>
      chances.flatMap((_, low) => (high < low ? [[high, low] as const] : [])),
    );
    const round = {
      pairs,
      chances,
      cells: chances.map((_, n) => [String((n * n) % 7)]),
      types: ["number"] as const,
    };
    const seeds = Array.from({ length: 2_000 }, (_, n) => fixedBytes("noise", n));
    const dockets = seeds.map((noiseSeed) => docketOf({ ...round, noiseSeed, size: 10 }));
    const ranked = new Set((dockets[0] ?? []).slice(0, 8).map(([high, low]) => `${high}>${low}`));
    const violations = pairs.filter(([high, low]) => !ranked.has(`${high}>${low}`)).slice(0, 5);
    const estimates = dockets.map((docket) =>
      missedPairs(
        { pairCount: pairs.length, docket },
        violations.map(([high, low]) => ({ high, low })),
      ),
    );
    // f is hypergeometric: mean 1/2, variance 2·(1/4)·(3/4)·(18/19) = 0.355; the estimate is 9 f: sd 5.4, of the mean 0.12; 5 sd
    const mean = estimates.reduce((a, b) => a + b, 0) / estimates.length;
    expect(Math.abs(mean - 4.5)).toBeLessThan(0.6);
  });

  it("is absent if all pairs are on the docket", () => {
    const docket = [listed(0, "ranked"), listed(1, "random")];
    expect(missedPairs({ pairCount: 2, docket }, [pairOf(0), pairOf(1)])).toBe(0);
    expect(missedPairs({ pairCount: 50, docket: null }, [pairOf(0)])).toBe(0);
    expect(missedPairs({ pairCount: 0, docket: [] }, [])).toBe(0);
  });

  it("uses only the docket's random pairs, not ranked ones or others", () => {
    const docket = [listed(0, "ranked"), listed(1, "random"), listed(2, "random")];
    expect(missedPairs({ pairCount: 9, docket }, [pairOf(0), pairOf(7)])).toBe(0);
    expect(missedPairs({ pairCount: 9, docket }, [pairOf(0), pairOf(1), pairOf(7)])).toBe(3);
  });
});
