import { describe, expect, it } from "vitest";
import { hypergeometric, pickedByOneRule } from "#server/learner/start/picked.ts";
import { addEvenPicks, expectedPairs, pairsAbove } from "#server/learner/start/rounds.ts";

const near = (value: number) => expect.closeTo(value, 12);

describe("how many of a round a rule accepts", () => {
  it("has the hypergeometric distribution", () => {
    // Of 5 people 3 are accepted, 3 are drawn: C(3,c) C(2,3-c) / 10 for c = 1, 2, 3.
    const { from, shares } = hypergeometric(5, 3, 3);
    expect([from, ...shares]).toEqual([1, near(0.3), near(0.6), near(0.1)]);
    expect(hypergeometric(5, 0, 3)).toEqual({ from: 0, shares: new Float64Array([1]) });
    expect(hypergeometric(5, 5, 3)).toEqual({ from: 3, shares: new Float64Array([1]) });
  });

  it("neither overflows nor loses its mean in large rounds", () => {
    const { from, shares } = hypergeometric(100_000, 30_000, 1_000);
    const mean = shares.reduce((sum, share, index) => sum + share * (from + index), 0);
    expect(mean).toBeCloseTo(300, 6);
    const larger = hypergeometric(100_000, 30_000, 20_000);
    expect(larger.shares.reduce((sum, share, index) => sum + share * (larger.from + index), 0)).toBeCloseTo(
      6_000,
      4,
    );
  });

  it("is mixed by the rules' weights", () => {
    // None, one and both of two people; one is drawn.
    expect(pickedByOneRule(new Float64Array([0.5, 0.25, 0.25]), 1)).toEqual([near(0.625), near(0.375)]);
  });
});

describe("pairs of a round", () => {
  it("are those that differ by more than alpha, not by exactly alpha", () => {
    // 0.8 - 0.7 and 0.5 - 0.4 are 0.1 except for rounding.
    expect(pairsAbove([0.7, 0.8], 0.1)).toBe(0);
    expect(pairsAbove([0.4, 0.8, 0.5, 0.7], 0.1)).toBe(4);
    expect(pairsAbove([], 0.1)).toBe(0);
    expect(expectedPairs([0.5, 0.7], 2, 0.1)).toBe(1);
    expect(expectedPairs([0.5], 1, 0.1)).toBe(0);
    expect(expectedPairs([0.4, 0.8, 0.5, 0.7], 3, 0.1)).toBeCloseTo(2, 12);
  });
});

describe("an even draw", () => {
  it("picks the sum of chances, rounded down, or up with the remainder as probability", () => {
    const picked = new Float64Array(4);
    addEvenPicks(picked, [0.5, 0.5, 0.25], 1);
    expect([...picked]).toEqual([0, 0.75, 0.25, 0].map(near));
    addEvenPicks(picked, [1, 1, 1], 1);
    expect([...picked]).toEqual([0, 0.75, 0.25, 1].map(near));
    addEvenPicks(picked, [1, 0.5, 1], 0.5);
    expect([...picked]).toEqual([0, 0.75, 0.5, 1.25].map(near));
  });
});
