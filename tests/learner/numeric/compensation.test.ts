import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lostIn } from "#server/learner/numeric/compensation.ts";
import { fixed } from "#tests/learner/exact.ts";

describe("the rounding error", () => {
  test("makes a sum of two doubles exact, whichever is larger (property)", () => {
    // Down to 2^-300, where `fixed` still holds every bit.
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

  test("is the small number added to 1e17, and 0 if both fit", () => {
    expect([lostIn(1e17, 1, 1e17 + 1), lostIn(1, 1e17, 1 + 1e17)]).toEqual([1, 1]);
    expect(lostIn(0.5, 0.25, 0.75)).toBe(0);
  });
});
