import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  computedGapExceeds,
  exactGaps,
  gapExceeds,
  isAlphaViolation,
} from "#server/learner/panel/eligibility.ts";
import { refuses } from "../fixtures.ts";

/** Decimals in [0, 1) of few and of many digits, so that equal gaps are common. */
const share = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((tenths) => `0.${tenths}`),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map(String),
  fc.constantFrom("0", "0.19999999999999999999", "0.30000000000000004", "1e-30"),
);

describe("a gap", () => {
  test("is compared with alpha in exact arithmetic, strictly", () => {
    // doubles: 0.3 - 0.1 = 0.19999999999999998 and 0.8 - 0.6 = 0.20000000000000007; exactly both are 0.2
    expect(gapExceeds("0.3", "0.1", "0.2")).toBe(false);
    expect(gapExceeds("0.8", "0.6", "0.2")).toBe(false);
    expect(gapExceeds("0.8", "0.6", "0.19999999999999999999")).toBe(true);
    expect(gapExceeds("0.30000000000000004", "0.1", "0.2")).toBe(true);
    expect(gapExceeds("0.1", "0.3", "0")).toBe(false);
  });

  test("exceeds alpha in at most one direction of a pair", () => {
    fc.assert(
      fc.property(share, share, share, (a, b, alpha) => {
        expect(gapExceeds(a, b, alpha) && gapExceeds(b, a, alpha)).toBe(false);
      }),
    );
  });

  test("of computed chances exceeds alpha by more than rounding", () => {
    expect(0.8 - 0.6 > 0.2).toBe(true);
    expect(computedGapExceeds(0.8, 0.6, 0.2)).toBe(false);
    expect(computedGapExceeds(0.8, 0.6 - 1e-11, 0.2)).toBe(true);
    expect(computedGapExceeds(0.6, 0.8, 0)).toBe(false);
  });

  test("is a violation for an auditor if strictly above alpha plus the auditor's distance", () => {
    expect(isAlphaViolation(0.75, 0.25, 0.5)).toBe(false);
    expect(isAlphaViolation(0.75, 0.25, 0.375)).toBe(true);
  });
});

describe("the gaps of a round", () => {
  test("are compared with alpha pair by pair, for any digits of alpha, and counted", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(share, fc.constant("1")), { maxLength: 7 }),
        share,
        share,
        (chances, ...alphas) => {
          const at = exactGaps(chances);
          for (const alpha of alphas) {
            const { exceedsAlpha, count } = at(alpha);
            const expected = chances.map((high) => chances.map((low) => gapExceeds(high, low, alpha)));
            expect(chances.map((_, high) => chances.map((_, low) => exceedsAlpha(high, low)))).toEqual(
              expected,
            );
            expect(count).toBe(expected.flat().filter(Boolean).length);
          }
        },
      ),
    );
  });

  test("are refused with a chance or an alpha out of range", () => {
    refuses("range", () => exactGaps(["0.5", "1.1"]));
    refuses("range", () => exactGaps(["-0.1"]));
    refuses("range", () => exactGaps(["0.5"])("1"));
    refuses("range", () => exactGaps(["0.5"])("-0.1"));
    refuses("not-a-decimal", () => exactGaps(["half"]));
    refuses("not-a-decimal", () => exactGaps(["0.5"])("a third"));
  });
});
