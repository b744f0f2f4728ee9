import fc from "fast-check";
import { expect, it } from "vitest";
import { leadOf, published, pullOf } from "#server/learner/guarded/pull.ts";

it("leaves chances within the limit unchanged", () => {
  const pull = pullOf([0.5, 0.4, 0.6], { alpha: 0.2, tau: 0.1, left: 1 });
  expect(pull).toMatchObject({ limit: (0.2 + 0.1) * (1 - 1e-9), pull: 0, isCut: false, spent: 0 });
  expect(published([0.5, 0.4, 0.6], pull)).toEqual([0.5, 0.4, 0.6]);
});

it("shrinks the spread to the limit, towards the mean", () => {
  const base = [0.9, 0.4, 0.5];
  const pull = pullOf(base, { alpha: 0.2, tau: 0, left: 10 });
  // spread 0.5, so s = 1 - 0.2/0.5 = 0.6 towards the mean 0.6: |0.3| + |0.2| + |0.1| = 0.6 of which 0.6
  expect(pull.target).toBeCloseTo(0.6, 15);
  expect(pull.pull).toBeCloseTo(0.6, 8);
  expect(pull.spent).toBeCloseTo(0.36, 8);
  const [first = 0, second = 0, third = 0] = published(base, pull);
  expect([first, second, third].map((chance) => chance.toFixed(8))).toEqual([
    "0.72000000",
    "0.52000000",
    "0.56000000",
  ]);
  expect(first - second).toBeLessThan(0.2);
});

it("pulls to a third of the largest chance if that is above the mean", () => {
  const base = [0.9, 0, 0, 0, 0];
  expect(pullOf(base, { alpha: 0.2, tau: 0, left: 10 }).target).toBeCloseTo(0.3, 15);
});

it("pulls further up if accept everyone outweighs accept no one, and never further down", () => {
  const dials = { alpha: 0.2, tau: 0, left: 10 };
  // The mean is 0.6; three quarters of the constants' weight is halfway from it to 1.
  expect(pullOf([0.9, 0.4, 0.5], { ...dials, lead: leadOf(0.3, 0.1) }).target).toBeCloseTo(0.8, 15);
  expect(pullOf([0.9, 0.4, 0.5], { ...dials, lead: leadOf(0.1, 0.3) }).target).toBeCloseTo(0.6, 15);
  expect(leadOf(0, 0)).toBe(0.5);
  // With exactly 1 of 3 picked the target stays a third.
  const bounds = { low: 1, high: 1 };
  expect(pullOf([0.8, 0.1, 0.1], { ...dials, lead: 1, bounds }).target).toBeCloseTo(1 / 3, 15);
});

it("ignores a limit that is tighter than alpha", () => {
  expect(pullOf([0.1, 0.9], { alpha: 0.2, tau: -0.2, left: 10 }).limit).toBe(0.2 * (1 - 1e-9));
});

it("is cut and marked if the budget is used up", () => {
  const half = pullOf([0.9, 0.4, 0.5], { alpha: 0.2, tau: 0, left: 0.18 });
  expect(half).toMatchObject({ isCut: true, spent: 0.18 });
  expect(half.pull).toBeCloseTo(0.3, 12);
  expect(pullOf([0.9, 0.4, 0.5], { alpha: 0.2, tau: 0, left: -1 })).toMatchObject({ pull: 0, isCut: true });
});

const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
const dials = fc.record({
  alpha: fc.constantFrom(1e-5, 0.1, 0.3),
  tau: fc.double({ min: -0.2, max: 1, noNaN: true }),
});

it("never leaves a gap above alpha + tau as printed decimals, nor a chance outside [0, 1]", () => {
  fc.assert(
    fc.property(chances, dials, (base, { alpha, tau }) => {
      const pull = pullOf(base, { alpha, tau, left: Number.POSITIVE_INFINITY });
      const shown = published(base, pull).map(String).map(Number);
      expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(alpha + Math.max(0, tau));
      for (const chance of shown) expect(chance >= 0 && chance <= 1).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
