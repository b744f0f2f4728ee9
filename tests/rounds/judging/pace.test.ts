import { describe, expect, it } from "vitest";
import { lastSaved, paceOf } from "#server/rounds/judging/pace.ts";

const seconds = (...times: number[]) => times.map((time) => 1_000 * time);

describe("an auditor's pace", () => {
  it("is the median time between two verdicts", () => {
    // Pauses of 10, 20, 30, 40 and 100 seconds.
    expect(paceOf(seconds(0, 10, 30, 60, 100, 200))).toBe(30_000);
  });

  it("ignores breaks, verdicts saved together, and the order", () => {
    expect(paceOf(seconds(9_000, 0, 10, 10, 10, 20, 30, 40))).toBe(10_000);
  });

  it("counts a pause of three minutes and none longer, in any order", () => {
    // Pauses of 180, 180, 20, 10, 10 seconds, and one of 180.001.
    const times = seconds(0, 180, 360, 380, 390, 400);
    const shuffled = [3, 0, 5, 1, 4, 2].map((index) => times[index] ?? 0);
    expect(paceOf([580_001, ...shuffled])).toBe(20_000);
    expect(paceOf(seconds(10, 40, 0, 60))).toBeUndefined();
    expect(paceOf(seconds(0, 1, 1, 1, 5, 12, 12, 20))).toBe(7_000);
    expect(paceOf(seconds(0, 180, 360, 540, 720))).toBe(180_000);
    expect(paceOf([0, 180_001, 360_002, 540_003, 720_004])).toBeUndefined();
  });

  it("knows when the last verdict was saved", () => {
    expect(lastSaved([])).toBeNull();
    expect(lastSaved([7])).toBe(7);
    expect(lastSaved([3, 9, 5])).toBe(9);
  });

  it("is unknown with too few verdicts", () => {
    expect(paceOf([])).toBeUndefined();
    expect(paceOf(seconds(0, 10, 20, 30))).toBeUndefined();
  });
});
