import { expect, it } from "vitest";
import { chanceRadius, ftplGrowth } from "#server/learner/ftpl/growth.ts";
import { theoremFigures } from "#server/results/what-if/theorem-figures.ts";
import { ftplSpec, smallSpec } from "#tests/learner/fixtures.ts";

const study = { size: 8, separatorSize: 3, closedCount: 12 };

it("the theorems' figures are those of the study's own numbers", () => {
  const numbers = { roundSize: 3, horizon: 100, delta: 0.05 };
  expect(theoremFigures(smallSpec, study)).toEqual({
    growth: ftplGrowth({ ...numbers, size: 8, separatorSize: 3, eps: 0.1 }),
    ...{
      roundSize: 3,
      ruleCount: 8,
      separatorSize: 3,
      rounds: 100,
      isOwnHorizon: true,
      eps: 0.1,
      delta: 0.05,
    },
    chanceRadius: null,
  });
  // R = 50, T = 1,000
  expect(theoremFigures(ftplSpec, study)?.chanceRadius).toBe(
    chanceRadius({ ...numbers, horizon: 1_000, resampleCount: 50 }),
  );
});

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [12, 12],
])("a study of any length that closed %i rounds is counted with %i", (closedCount, rounds) => {
  const figures = theoremFigures({ ...smallSpec, horizon: null }, { ...study, closedCount });
  expect(figures).toMatchObject({ rounds, isOwnHorizon: false });
});

it.each([
  ["no margin", "0", study, false],
  ["a margin of everything", "1", study, false],
  ["any margin between", "0.9", study, true],
  ["one rule", "0.1", { ...study, size: 1 }, false],
  ["two rules", "0.1", { ...study, size: 2 }, true],
  ["nothing that tells rules apart", "0.1", { ...study, separatorSize: 0 }, false],
  ["one context that tells rules apart", "0.1", { ...study, separatorSize: 1 }, true],
])("the theorems speak of %s or not", (_, eps, numbers, speaks) => {
  expect(theoremFigures({ ...smallSpec, eps }, numbers) !== null).toBe(speaks);
});
