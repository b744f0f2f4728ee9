import { expect, it } from "vitest";
import { fitExponentBesideConstant } from "#server/learner/simulation/fit.ts";

it("three numbers of rounds in a progression are enough for an exponent beside a constant", () => {
  const series = [1_000, 4_000, 16_000].map((rounds) => [rounds, 9 + 5 * rounds ** 0.5] as const);
  expect(fitExponentBesideConstant([series])?.value).toBeCloseTo(0.5, 9);
});
