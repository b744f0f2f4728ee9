import { describe, expect, test } from "vitest";
import { EXP_FLOOR, fallingExp, rateOf } from "#server/learner/numeric/falling-exp.ts";
import { fixed, fixedExp } from "#tests/learner/exact.ts";
import { spread } from "#tests/learner/fixtures.ts";

describe("the exp of weights", () => {
  test("is within a relative error of 2^-51 + 3 x 2^-53 of e^-x", () => {
    for (let i = 0; i < 3_000; i++) {
      const x = i % 2 === 0 ? 700 * spread(i) : 3 * spread(i);
      const eta = 2 ** (20 * spread(i + 7) - 15);
      const distance = x / eta;
      const exact = fixedExp(-x);
      const difference = fixed(fallingExp(rateOf(eta) * distance)) - exact;
      const off = Math.abs(Number((difference * 2n ** 70n) / exact)) * 2 ** -70;
      // x itself is a quotient, off by 2^-53 of its size
      expect(off).toBeLessThan(2 ** -51 + 4 * x * 2 ** -53);
    }
  });

  test("is 1 at 0, halves to the bit, and is exactly 0 below the floor", () => {
    expect(fallingExp(0)).toBe(1);
    expect(fallingExp(-0)).toBe(1);
    expect(fallingExp(-1_024)).toBe(0.5);
    expect(fallingExp(-1_020 * 1_024)).toBe(2 ** -1_020);
    expect(fallingExp(rateOf(1) * -EXP_FLOOR)).toBeGreaterThan(3e-308);
    expect(fallingExp(rateOf(1) * 708.001)).toBe(0);
    expect(fallingExp(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(fallingExp(Number.NaN)).toBeNaN();
  });

  test("never rises by more than rounding as its argument falls", () => {
    for (let i = 0; i < 5_000; i++) {
      const y = -700 * 1_024 * spread(i);
      expect(fallingExp(y * (1 + 1e-12))).toBeLessThanOrEqual(fallingExp(y) * (1 + 2 ** -51));
    }
  });
});
