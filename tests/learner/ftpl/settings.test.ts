import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorRegretBound, noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { dividesPowerOfTen, resampleCountFrom, rootCeiling } from "#server/learner/config/resample-count.ts";
import { drawnRuleCount, ftplSettings } from "#server/learner/ftpl/settings.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { ftplPaperSpec, ftplSpec, refuses } from "../fixtures.ts";
import { resampleCountOfProof } from "./resample-count.ts";

describe("the settings of FTPL", () => {
  test("in mode known follow omega² = 2√2 √(s ln N)/(s k² L T) and C = eps/(8 s omega)", () => {
    // N = 8, s = 4, k = 3, T = 1000, L = 10: 2.828427 × √8.317766/(4 × 9 × 10⁴) = 2.828427 × 2.884054/360000 = 2.265922e-5
    const { omega, fairnessWeight, weightCap, resampleCount, noiseLength } = ftplSettings(ftplSpec, 8, 4);
    expect(omega).toBeCloseTo(0.004760175, 9);
    // 0.1/(32 × 0.00476017) = 0.656489
    expect(fairnessWeight).toBeCloseTo(0.656489, 5);
    expect({ weightCap, resampleCount, noiseLength }).toEqual({
      weightCap: 10,
      resampleCount: 50,
      noiseLength: 1,
    });
  });

  test("follow the operator's multiplier on C: above 1 omega falls, so that C <= eps/(8 s omega)", () => {
    const base = ftplSettings(ftplSpec, 8, 4);
    const less = ftplSettings({ ...ftplSpec, fairnessMultiplier: "0.5" }, 8, 4);
    expect(less.omega).toBe(base.omega);
    expect(less.fairnessWeight).toBeCloseTo(base.fairnessWeight / 2, 12);
    const more = ftplSettings({ ...ftplSpec, fairnessMultiplier: "4" }, 8, 4);
    expect(more.omega).toBeCloseTo(base.omega / 4, 12);
    expect(more.fairnessWeight).toBeCloseTo(base.fairnessWeight * 4, 12);
  });

  test("are outside the proof with a multiplier of omega, and then have C = eps/omega", () => {
    const base = ftplSettings(ftplSpec, 8, 4);
    const spec = { ...ftplSpec, omegaMultiplier: "16" };
    const { omega, fairnessWeight } = ftplSettings(spec, 8, 4);
    expect(omega).toBeCloseTo(16 * base.omega, 12);
    expect(fairnessWeight).toBeCloseTo(0.1 / omega, 12);
  });

  test("in mode paper follow L = T^(1/3), R = T^(38/45), C = T^(4/45)", () => {
    // T = 1000: C = e^(4/45 × 6.907755) = e^0.6140227 = 1.847850; R = e^5.833216 = 341.45 -> 342 -> 400 = 2^4 5^2
    const settings = ftplSettings({ ...ftplPaperSpec, horizon: 1000 }, 8, 4);
    expect(settings.fairnessWeight).toBeCloseTo(1.84785, 5);
    expect(settings.weightCap).toBe(10);
    expect(settings.resampleCount).toBe(400);
    // 2 × 3 + 4 × ⌈1.85⌉
    expect(settings.noiseLength).toBe(14);
    // d = 6 + 4 × 1.84785 = 13.3914; 1.25 √(13.3914 × 4) × 2.0794415/(13.3914³ × 4 × 10 × 1000) = 19.02374/9.605914e7
    // = 1.980419e-7; root 4.450190e-4, over d 3.32317e-5
    expect(settings.omega).toBeCloseTo(3.32317e-5, 9);
    // the theory's R once at T = 50: 50^(38/45) = 27.2 -> 28 -> 32
    expect(ftplSettings(ftplPaperSpec, 8, 4).resampleCount).toBe(32);
  });

  test("need a class, T and R, and R between L and the limit", () => {
    refuses("class-empty", () => ftplSettings(ftplSpec, 1, 4));
    expect(ftplSettings(ftplSpec, 2, 4).weightCap).toBe(10);
    refuses("horizon-missing", () => ftplSettings({ ...ftplSpec, horizon: null }, 8, 4));
    refuses("horizon-missing", () => drawnRuleCount({ ...ftplPaperSpec, horizon: null }));
    const { resampleCount: _, ...without } = ftplSpec;
    refuses("setting-missing", () => ftplSettings(without, 8, 4));
    refuses("range", () => ftplSettings({ ...ftplSpec, resampleCount: 5 }, 8, 4));
    expect(ftplSettings({ ...ftplSpec, resampleCount: 10 }, 8, 4).resampleCount).toBe(10);
    expect(() => ftplSettings({ ...ftplSpec, resampleCount: 1000 }, 200_000, 100_000)).not.toThrow();
    const tooMany = () => ftplSettings({ ...ftplSpec, resampleCount: 1000 }, 200_002, 100_001);
    refuses("class-too-large", tooMany, { count: 100_001_000, most: 100_000_000 });
  });

  test("state the R that the proof requires", () => {
    // k = 3, T = 1000, delta = 0.05, eps = 0.1: 8 ln(120000)/0.01 = 800 × 11.69525 = 9356.2 -> 10000
    expect(resampleCountOfProof(ftplSpec, 0.05)).toBe(10_000);
    // 8 ln(120000)/0.3075² = 989.4: with another constant it would exceed 1000.
    expect(resampleCountOfProof({ ...ftplSpec, eps: "0.3075" }, 0.05)).toBe(1000);
    // T = 10^9: L = 1000 is more than 8 ln(2 x 3 x 10^9/0.05)
    expect(resampleCountOfProof({ ...ftplSpec, horizon: 1_000_000_000, eps: "1" }, 0.05)).toBe(1000);
    refuses("horizon-missing", () => resampleCountOfProof({ ...ftplSpec, horizon: null }, 0.05));
    refuses("delta-outside", () => resampleCountOfProof(ftplSpec, 1));
    refuses("range", () => resampleCountOfProof({ ...ftplSpec, eps: "0" }, 0.05));
  });

  test("have no numeric bound", () => {
    refuses("unknown-kind", () => errorRegretBound(ftplSpec, 8, 10));
    refuses("unknown-kind", () => violatingRoundsBound(ftplSpec, 8, 10));
    refuses("unknown-kind", () => noGuaranteeBelow(ftplSpec, 8));
  });
});

describe("the number of rules drawn", () => {
  test("makes hits/R a decimal that prints exactly", () => {
    for (const R of [1, 2, 5, 8, 10, 50, 400, 1000, 1024, 3125, 32768, 15625, 1_000_000]) {
      expect(dividesPowerOfTen(R)).toBe(true);
      for (let i = 0; i <= 200; i++) {
        const hits = Math.round((R * i) / 200);
        // hits/R = n × 10^-20 exactly, since R divides 10^20
        const exact = (BigInt(hits) * 10n ** 20n) / BigInt(R);
        const [mantissa = "", exponent = "0"] = String(hits / R).split("e");
        const [whole = "", fraction = ""] = mantissa.split(".");
        const printed = BigInt(whole + fraction) * 10n ** BigInt(20 - fraction.length + Number(exponent));
        expect(printed).toBe(exact);
      }
    }
    for (const R of [3, 7, 1001, 2 ** 16, 5 ** 16]) expect(dividesPowerOfTen(R)).toBe(false);
  });

  test("lets the panel compare integers: b (hits_i - hits_j) > a R", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(8, 10, 50, 1000, 3125),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 0, max: 999 }),
        (R, first, second, thousandths) => {
          const hits = [first % (R + 1), second % (R + 1)] as const;
          const chances = hits.map((count) => String(count / R));
          const alpha = String(thousandths / 1000);
          const byIntegers = 1000 * (hits[0] - hits[1]) > thousandths * R;
          expect(eligiblePairs(chances, alpha).some(([high]) => high === 0)).toBe(byIntegers);
        },
      ),
    );
  });

  test("is the next 2^a 5^b", () => {
    expect([1, 3, 9, 17, 28, 342, 999, 1001].map(resampleCountFrom)).toEqual([
      1, 4, 10, 20, 32, 400, 1000, 1024,
    ]);
    // at most fifteen factors of each: 2^15, and beyond it 5^7 rather than 2^16
    expect([32_768, 65_000].map(resampleCountFrom)).toEqual([32_768, 78_125]);
    for (let least = 1; least <= 2000; least++) {
      let next = least;
      while (!dividesPowerOfTen(next)) next += 1;
      expect(resampleCountFrom(least)).toBe(next);
    }
  });

  test("comes from roots that are rounded up in integers", () => {
    expect([1, 8, 9, 27, 28, 999, 1000, 1001].map((T) => rootCeiling(T, 1, 3))).toEqual([
      1, 2, 3, 3, 4, 10, 10, 11,
    ]);
    expect(rootCeiling(1_000_000_000, 1, 3)).toBe(1000);
    // 2^45 to the power 38/45 would be 2^38; 50^38 lies between 27^45 and 28^45
    expect(rootCeiling(50, 38, 45)).toBe(28);
    expect(rootCeiling(1, 38, 45)).toBe(1);
  });
});
