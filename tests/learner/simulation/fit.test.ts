import { describe, expect, it } from "vitest";
import { fitExponent, fitExponentBesideConstant } from "#server/learner/simulation/fit.ts";

/** The integral of cos^power from 0 to `to`, by Simpson's rule. */
function integral(power: number, to: number): number {
  const steps = 2_000;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.cos((i * to) / steps) ** power;
  }
  return (sum * to) / (3 * steps);
}

/** Pr[|T| <= t] of Student's t: with T = sqrt(n) tan(angle), the density of the angle is cos^(n-1). */
function within(t: number, freedom: number): number {
  return integral(freedom - 1, Math.atan(t / Math.sqrt(freedom))) / integral(freedom - 1, Math.PI / 2);
}

/** Half the width of the interval over the standard error of so many seeds. */
function quantile(seeds: number): number {
  const slopes = Array.from({ length: seeds }, (_, i) => 0.5 + 0.01 * i);
  const found = fitExponent(
    slopes.map((slope) => [1, 4].map((rounds) => [rounds, rounds ** slope] as const)),
  );
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / seeds;
  const squares = slopes.reduce((sum, slope) => sum + (slope - mean) ** 2, 0);
  return (found?.margin ?? Number.NaN) / Math.sqrt(squares / (seeds - 1) / seeds);
}

describe("the interval of a fitted exponent", () => {
  it("holds 95 % of Student's t with as many degrees of freedom as seeds but one, up to 30", () => {
    for (let freedom = 1; freedom <= 30; freedom++) {
      // three digits after the point
      expect(Math.abs(within(quantile(freedom + 1), freedom) - 0.95), String(freedom)).toBeLessThan(1e-4);
    }
  });

  it("stays as wide beyond 30", () => {
    for (const freedom of [31, 60]) expect(quantile(freedom + 1)).toBeCloseTo(2.042, 9);
  });
});

it("three numbers of rounds in a progression are enough for an exponent beside a constant", () => {
  const series = [1_000, 4_000, 16_000].map((rounds) => [rounds, 9 + 5 * rounds ** 0.5] as const);
  expect(fitExponentBesideConstant([series])?.value).toBeCloseTo(0.5, 9);
});
