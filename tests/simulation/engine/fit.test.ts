import { expect, it } from "vitest";
import { studentQuantile } from "#server/learner/numeric/student.ts";
import { fitExponent, fitExponentBesideConstant } from "#server/simulation/engine/fit.ts";

/** Computes half the interval's width over the standard error, for this many seeds. */
function quantile(seeds: number): number {
  const slopes = Array.from({ length: seeds }, (_, i) => 0.5 + 0.01 * i);
  const found = fitExponent(
    slopes.map((slope) => [1, 4].map((rounds) => [rounds, rounds ** slope] as const)),
  );
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / seeds;
  const squares = slopes.reduce((sum, slope) => sum + (slope - mean) ** 2, 0);
  return (found?.margin ?? Number.NaN) / Math.sqrt(squares / (seeds - 1) / seeds);
}

it.each([2, 3, 11, 31, 61])(
  "the interval of an exponent from %d seeds is Student's with one degree less",
  (seeds) => {
    expect(quantile(seeds)).toBeCloseTo(studentQuantile(seeds - 1), 9);
  },
);

it("three numbers of rounds in a progression are enough for an exponent plus a constant", () => {
  const series = [1_000, 4_000, 16_000].map((rounds) => [rounds, 9 + 5 * rounds ** 0.5] as const);
  expect(fitExponentBesideConstant([series])?.value).toBeCloseTo(0.5, 9);
});
