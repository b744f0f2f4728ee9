import { expect, it } from "vitest";
import { drawFromTotals } from "#server/learner/policy/draw-by-weights.ts";
import { drawHypothesis } from "#server/learner/policy/weights.ts";

it("never draws a rule of weight 0, even if u lies exactly on a boundary", () => {
  // rules 0, 2 and 4 weigh nothing; 1 and 3 a half each
  const cumulative = Float64Array.of(0, 0.5, 0.5, 1, 1);
  expect([0, 0.25, 0.5, 0.75].map((u) => drawHypothesis(cumulative, u))).toEqual([1, 1, 3, 3]);
  // e^(-η (L - from)) is 0 for a loss of 2,000; the first running total is that of rule 0 alone
  const loss = Float64Array.of(2_000, 0, 2_000, 0, 2_000);
  const weighed = { loss, eta: 1, from: 0, sums: Float64Array.of(0, 2) };
  expect([0, 0.25, 0.5, 0.75].map((u) => drawFromTotals(weighed, u))).toEqual([1, 1, 3, 3]);
  // the running total is above the sum of the chunk's weights, so u lies beyond all of them
  const rounded = { ...weighed, sums: Float64Array.of(0, 2 + 2 ** -50) };
  expect(drawFromTotals(rounded, 1 - 2 ** -53)).toBe(3);
});
