import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addCompensated, lostIn } from "#server/learner/numbers/compensation.ts";
import { fixed, ulpsOff } from "#tests/learner/exact.ts";
import { spread } from "#tests/learner/fixtures.ts";

describe("what rounding takes", () => {
  test("makes a sum of two doubles exact, whichever is larger (property)", () => {
    // down to 2^-300, where `fixed` still holds every bit
    const double = fc.oneof(
      fc.double({ min: -1e300, max: 1e300, noNaN: true }),
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    );
    const coarse = double.filter((value) => value === 0 || Math.abs(value) > 1e-90);
    fc.assert(
      fc.property(coarse, coarse, (a, b) => {
        const sum = a + b;
        expect(fixed(sum) + fixed(lostIn(a, b, sum))).toBe(fixed(a) + fixed(b));
        expect(lostIn(b, a, sum)).toBe(lostIn(a, b, sum));
      }),
    );
  });

  test("is the small one beside 1e17, and nothing where both fit", () => {
    expect([lostIn(1e17, 1, 1e17 + 1), lostIn(1, 1e17, 1 + 1e17)]).toEqual([1, 1]);
    expect(lostIn(0.5, 0.25, 0.75)).toBe(0);
  });
});

describe("running sums", () => {
  test("stay within 1 ulp of the exact sums, each by itself, over 20,000 values", () => {
    const totals = new Float64Array(3);
    const compensation = new Float64Array(3);
    const exact = [0n, 0n, 0n];
    for (let n = 0; n < 20_000; n++) {
      const [i, value] = [n % 2, (spread(n) - 0.3) * (n % 1000 === 0 ? 1e6 : 1)];
      addCompensated(totals, compensation, i, value);
      exact[i] = (exact[i] ?? 0n) + fixed(value);
    }
    for (const i of [0, 1]) {
      const sum = (totals[i] ?? 0) + (compensation[i] ?? 0);
      expect(ulpsOff(sum, exact[i] ?? 0n)).toBeLessThanOrEqual(1);
    }
    expect([totals[2], compensation[2]]).toEqual([0, 0]);
  });
});
