import { describe, expect, it } from "vitest";
import { studentQuantile } from "#server/learner/numeric/student.ts";

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

describe("the quantile of Student's t", () => {
  it("covers 95 % on both sides", () => {
    for (let freedom = 1; freedom <= 30; freedom++) {
      // Three digits after the point.
      expect(Math.abs(within(studentQuantile(freedom), freedom) - 0.95), String(freedom)).toBeLessThan(1e-4);
    }
  });

  it("is within 0.001 beyond the table", () => {
    for (const freedom of [31, 40, 60, 200, 1_000]) {
      // The density at the quantile, on both sides: less than 0.12 per unit.
      expect(Math.abs(within(studentQuantile(freedom), freedom) - 0.95), String(freedom)).toBeLessThan(
        1.2e-4,
      );
    }
  });

  it("falls with the degrees of freedom, also at the end of the table", () => {
    for (let degrees = 1; degrees < 40; degrees += 1)
      expect(studentQuantile(degrees) - studentQuantile(degrees + 1), String(degrees)).toBeGreaterThan(0);
  });
});
