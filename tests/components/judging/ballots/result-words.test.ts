import { describe, expect, it } from "vitest";
import {
  attendanceInWords,
  byWeightOfFlags,
  panelInWords,
  useInWords,
} from "#components/judging/ballots/result-words.ts";

const pair = (high: number, low: number, unfair: number, weight: string | null) => ({
  high,
  low,
  mine: null,
  myTolerance: null,
  tolerances: [],
  counts: { unfair, acceptable: 0, unsure: 0 },
  weight,
});

describe("a result in words", () => {
  it("shows which reported pairs were used, and by which rule", () => {
    expect(useInWords([], "average")).toBe("Nothing was reported to the rule.");
    expect(useInWords([{ weight: "1" }], "most-flags")).toBe("It counts in full.");
    expect(useInWords([{ weight: "0.5" }, { weight: "0.5" }], "average")).toContain("All 2 were used");
    expect(useInWords([{ weight: "1" }, { weight: "1" }], "all")).toBe("All 2 count in full.");
    expect(useInWords([{ weight: "1" }, { weight: "0" }], "largest-gap")).toContain("the largest difference");
    expect(useInWords([{ weight: "1" }, { weight: "0" }], "most-flags")).toContain("the most flags");
  });

  it("gives the panel's numbers", () => {
    expect(panelInWords({ unfair: 3, acceptable: 0, unsure: 1 })).toBe("3 unfair, 1 not sure");
    expect(panelInWords({ unfair: 0, acceptable: 0, unsure: 0 })).toBe("not looked at");
  });

  it("explains a missing ballot", () => {
    expect(attendanceInWords(5, 5)).toBe("All 5 seats sealed.");
    expect(attendanceInWords(4, 5)).toContain("4 of 5 seats sealed. A missing ballot counts");
  });

  it("lists reported pairs first, then by flags, then by position", () => {
    const pairs = [pair(0, 1, 0, null), pair(2, 1, 3, "1"), pair(0, 2, 2, null), pair(1, 0, 3, "0")];
    expect(byWeightOfFlags(pairs).map(({ high, low }) => [high, low])).toEqual([
      [1, 0],
      [2, 1],
      [0, 2],
      [0, 1],
    ]);
  });
});
