import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Theorems } from "#components/results/what-if/theorems.tsx";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { exp2Growth } from "#server/learner/exp2/growth.ts";
import { chanceRadius, ftplGrowth } from "#server/learner/ftpl/growth.ts";
import { theoremFigures } from "#server/results/what-if/theorem-figures.ts";
import { ftplSpec, smallSpec } from "#tests/learner/fixtures.ts";

const study = { size: 8, separatorSize: 3, closedCount: 12 };

it("the theorems' figures use the study's numbers and learner", () => {
  const numbers = { roundSize: 3, horizon: 100 };
  const shared = { roundSize: 3, ruleCount: 8, rounds: 100, isOwnHorizon: true, eps: 0.1 };
  expect(theoremFigures(smallSpec, study)).toEqual({
    ...shared,
    learner: "exp2",
    growth: exp2Growth({ ...numbers, size: 8, eps: 0.1 }),
  });
  const drawn = { ...numbers, horizon: 1_000, delta: 0.05 };
  // R = 50, T = 1,000
  expect(theoremFigures(ftplSpec, study)).toEqual({
    ...{ ...shared, rounds: 1_000, learner: "ftpl", separatorSize: 3, delta: 0.05 },
    growth: ftplGrowth({ ...drawn, size: 8, separatorSize: 3, eps: 0.1 }),
    chanceRadius: chanceRadius({ ...drawn, resampleCount: 50 }),
  });
});

it("the page lists only the theorems about the study's learner", () => {
  const named = (spec: LearnerSpec) => {
    const figures = theoremFigures(spec, study);
    if (figures === null) throw new Error("no figures");
    const page = renderToStaticMarkup(createElement(Theorems, { figures }));
    return [...new Set(page.replaceAll("\u00a0", " ").match(/(Theorem|Lemma) 4\.\d+/g))];
  };
  expect(named(smallSpec)).toEqual(["Theorem 4.4", "Theorem 4.5"]);
  expect(named(ftplSpec)).toEqual(["Theorem 4.8", "Theorem 4.9", "Theorem 4.12", "Lemma 4.13"]);
});

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [12, 12],
])("a study without a horizon that closed %i rounds is counted with %i", (closedCount, rounds) => {
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
])("the theorems apply to %s, or do not", (_, eps, numbers, speaks) => {
  expect(theoremFigures({ ...ftplSpec, eps }, numbers) !== null).toBe(speaks);
});
