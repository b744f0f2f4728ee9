import { expect, it } from "vitest";
import { mixabilityGap } from "#server/learner/guarded/weights.ts";

it("is the cost of charges to a policy beyond their mean, worked by hand", () => {
  const [weights, charges] = [Float64Array.of(0.25, 0.75), Float64Array.of(2, 0)];
  expect(mixabilityGap(weights, charges, 0.5, 1)).toBeCloseTo(0.5 + Math.log(0.75 + 0.25 * Math.exp(-2)), 14);
  expect(mixabilityGap(weights, Float64Array.of(3, 3), 3, 1)).toBeCloseTo(0, 14);
});

it("skips rules without weight, and has a logarithm if almost no weight is left", () => {
  expect(mixabilityGap(Float64Array.of(0, 1), Float64Array.of(-5_000, 1), 1, 1)).toBe(0);
  // All rules except one of almost no weight are charged so much that their exponentials are skipped.
  expect(mixabilityGap(Float64Array.of(1e-310, 1), Float64Array.of(0, 2_000), 2_000, 1)).toBeCloseTo(
    2_000 - 1_022 * Math.LN2,
    9,
  );
});
