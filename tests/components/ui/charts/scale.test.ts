import { describe, expect, it } from "vitest";
import {
  namedTicks,
  niceTop,
  roundDomain,
  roundTicks,
  sideMargins,
  spread,
  ticksTo,
} from "#components/ui/charts/scale.ts";

describe("the marks of a chart", () => {
  it.each([1, 20, 60, 100, 254, 294, 534, 1_142])("cover at least a third of it at %d pixels", (width) => {
    for (const margins of [
      { left: 8, right: 120 },
      { left: 38, right: Math.max(120, width / 2) },
      { left: 54, right: 136 },
    ]) {
      const { marginLeft, marginRight } = sideMargins(width, margins);
      expect(width - marginLeft - marginRight).toBeGreaterThanOrEqual(width / 3 - 1e-9);
    }
  });

  it("keep the margins if there is room", () => {
    expect(sideMargins(294, { left: 38, right: 147 })).toEqual({ marginLeft: 38, marginRight: 147 });
  });
});

describe("the axis of values", () => {
  it.each([
    [0, 1],
    [3.2, 4],
    [5.04, 6],
    [24, 30],
    [34.8, 40],
    [0.07, 0.08],
    [100, 100],
    [8_410, 10_000],
  ])("ends for %d at %d", (value, top) => {
    expect(niceTop(value)).toBeCloseTo(top, 12);
  });

  it("has at most five ticks, evenly from zero to its end, and integers for counts", () => {
    expect(ticksTo(40, true)).toEqual([0, 10, 20, 30, 40]);
    expect(ticksTo(6)).toEqual([0, 2, 4, 6]);
    expect(ticksTo(10, true)).toEqual([0, 5, 10]);
    for (const value of [0.3, 1, 7, 12, 55, 99, 101, 4_321, 77_000]) {
      const top = niceTop(value);
      const ticks = ticksTo(top);
      expect(top).toBeGreaterThanOrEqual(value);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBe(top);
    }
  });
});

describe("the axis of rounds", () => {
  it("labels the first, the middle and the last", () => {
    const rounds = Array.from({ length: 63 }, (_, index) => index + 1);
    const ticks = roundTicks(rounds);
    expect(ticks.map(namedTicks(ticks))).toEqual(["1", "round 32", "63"]);
  });

  it("labels each of a few rounds, and gives a single one room", () => {
    expect(roundTicks([2, 3, 4])).toEqual([2, 3, 4]);
    expect(roundTicks([7]).map(namedTicks([7]))).toEqual(["round 7"]);
    expect(roundDomain([7])).toEqual([6.5, 7.5]);
    expect(roundTicks([])).toEqual([]);
  });
});

describe("labels at the ends of series", () => {
  it("do not move if they are far enough apart", () => {
    expect(spread([10, 100, 60], 40, 200)).toEqual([10, 100, 60]);
  });

  it("move apart, in their order and inside the picture", () => {
    expect(spread([50, 52], 40, 200)).toEqual([50, 90]);
    expect(spread([195, 198], 40, 200)).toEqual([160, 200]);
    expect(spread([199, 10, 198, 197], 40, 200)).toEqual([200, 10, 160, 120]);
  });
});
