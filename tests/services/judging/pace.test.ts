import { describe, expect, it } from "vitest";
import { paceOf } from "#server/services/judging/pace.ts";

const seconds = (...times: number[]) => times.map((time) => 1_000 * time);

describe("an auditor's pace", () => {
  it("is the median time between two verdicts", () => {
    // Pauses of 10, 20, 30, 40 and 100 seconds.
    expect(paceOf(seconds(0, 10, 30, 60, 100, 200))).toBe(30_000);
  });

  it("leaves out breaks and verdicts that were saved together, and does not mind the order", () => {
    expect(paceOf(seconds(9_000, 0, 10, 10, 10, 20, 30, 40))).toBe(10_000);
  });

  it("is not known from a handful", () => {
    expect(paceOf([])).toBeUndefined();
    expect(paceOf(seconds(0, 10, 20, 30))).toBeUndefined();
  });
});
