import { expect, it } from "vitest";
import { exp2Growth } from "#server/learner/exp2/growth.ts";

const study = { roundSize: 4, size: 1_024, horizon: 1_000, eps: 0.1 };

it("gives the terms inside O of Theorems 4.4 and 4.5, computed with Math.pow", () => {
  const root = Math.sqrt(Math.log(1_024));
  const C = 1_000 ** 0.2;
  const found = exp2Growth(study);
  expect(found.fairnessWeight).toBeCloseTo(C, 9);
  expect(found.semiBandit).toBeCloseTo(Math.sqrt((2 * 4 + 4 * C) * 1_000) * root, 8);
  expect(found.errors).toBeCloseTo(4 ** 1.5 * 1_000 ** 0.8 * root, 8);
  expect(found.violatingRounds).toBeCloseTo(10 * found.errors, 6);
});

it("gives the number of rounds from which the term of the reports is below it", () => {
  const small = { ...study, roundSize: 1, size: 2, eps: 0.5 };
  const from = exp2Growth(small).belowAllFrom ?? 0;
  // (√(ln 2)/0.5)^5 = 12.8
  expect(from).toBe(13);
  const reports = (horizon: number) => exp2Growth({ ...small, horizon }).violatingRounds;
  expect([reports(13) < 13, reports(12) < 12]).toEqual([true, false]);
  expect(exp2Growth({ ...study, eps: 1e-9 }).belowAllFrom).toBeNull();
});
