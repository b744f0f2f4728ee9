import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptedByPanel,
  acceptedPoints,
  checkTolerances,
  type TolerancesAsked,
  wordOfTolerance,
} from "#server/audit-log/tolerance.ts";
import { isTolerance, isVerdict, parseVerdicts, type Verdict } from "#server/audit-log/verdicts.ts";
import { codeOf } from "./log-error-code.ts";

describe("a tolerance", () => {
  it("is a whole number of points from 0 to 100", () => {
    expect([0, 1, 99, 100].filter(isTolerance)).toEqual([0, 1, 99, 100]);
    expect([-1, 101, 0.5, "5", null, undefined, Number.NaN].filter(isTolerance)).toEqual([]);
    expect(isVerdict([0, 1, "unfair", 100])).toBe(true);
    expect(isVerdict([0, 1, "unfair", 101])).toBe(false);
    expect(isVerdict([0, 1, "unfair", null])).toBe(false);
    expect(isVerdict([0, 1, "unfair", 5, 5])).toBe(false);
    expect(parseVerdicts('[[0,1,"unfair",5],[0,2,"unsure"]]')).toEqual([
      [0, 1, "unfair", 5],
      [0, 2, "unsure"],
    ]);
    expect(codeOf(() => parseVerdicts('[[0,1,"unfair",1.5]]'))).toBe("verdict-pair");
  });

  it("means unfair if the gap is strictly greater, in exact arithmetic", () => {
    // In doubles 0.8 - 0.7 is more than 0.1.
    expect(0.8 - 0.7 > 0.1).toBe(true);
    expect(wordOfTolerance(["0.8", "0.7"], 10)).toBe("acceptable");
    expect(wordOfTolerance(["0.8", "0.6999999999999999"], 10)).toBe("unfair");
    expect(wordOfTolerance(["1", "0"], 100)).toBe("acceptable");
    expect(wordOfTolerance(["1e-7", "0"], 0)).toBe("unfair");
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.nat(100), (high, low, points) => {
        const chances = [String(high / 100), String(low / 100)] as const;
        expect(wordOfTolerance(chances, points)).toBe(high - low > points ? "unfair" : "acceptable");
      }),
    );
  });
});

describe("tolerances in a ballot", () => {
  const chances = ["0.9", "0.5", "0.2"];
  const codes = (asked: TolerancesAsked, ...verdicts: Verdict[]) =>
    codeOf(() => checkTolerances(verdicts, chances, asked));

  it("agree with their verdict, or are absent", () => {
    expect(codes("optional", [0, 1, "unfair", 39], [0, 2, "acceptable", 70], [1, 2, "unsure"])).toBe("none");
    expect(codes("never", [0, 1, "unfair"], [0, 2, "acceptable"])).toBe("none");
  });

  it.each<[string, Verdict]>([
    ["unfair within it", [0, 1, "unfair", 40]],
    ["acceptable beyond it", [0, 1, "acceptable", 39]],
    ["not sure", [0, 1, "unsure", 39]],
  ])("are refused with %s", (_, verdict) => {
    expect(codes("optional", [0, 2, "unfair"], verdict)).toBe("verdict-tolerance");
  });

  it("are refused if not requested", () => {
    expect(codes("never", [0, 1, "unfair", 39])).toBe("verdict-tolerance");
  });

  it("are required if only tolerances are requested", () => {
    expect(codes("always", [0, 1, "unfair", 39])).toBe("none");
    expect(codes("always", [0, 1, "unfair"])).toBe("verdict-tolerance");
  });
});

describe("the difference that a panel accepts", () => {
  const panel = { seatCount: 3, neededFlags: 2 };

  it("is accepted by enough seats that the others cannot report the pair", () => {
    expect(acceptedByPanel([10, 40, 20], panel)).toBe(20);
    expect(acceptedByPanel([10, 40], panel)).toBe(10);
    expect(acceptedByPanel([40], panel)).toBe(0);
    expect(acceptedByPanel([10, 40, 20], { seatCount: 3, neededFlags: 3 })).toBe(40);
    expect(acceptedByPanel([10, 40, 20], { seatCount: 3, neededFlags: 1 })).toBe(10);
  });

  it("follows from tolerances and from differences called acceptable", () => {
    expect(acceptedPoints(["0.75", "0.5"], "acceptable", undefined)).toBe(25);
    expect(acceptedPoints(["0.75", "0.5"], "acceptable", 60)).toBe(60);
    expect(acceptedPoints(["0.75", "0.5"], "unfair", 20)).toBe(20);
    expect(acceptedPoints(["0.75", "0.5"], "unfair", undefined)).toBeUndefined();
    expect(acceptedPoints(["0.75", "0.5"], "unsure", undefined)).toBeUndefined();
  });
});
