import { expect, it } from "vitest";
import { guardedOverview, roundsAhead } from "#server/results/policy/guarded-overview.ts";
import { guardedSpec } from "#tests/learner/fixtures.ts";

it.each([
  ["the planned rounds", 40, 0, 40],
  ["the planned rounds, up to a limit", 2_000, 1_999, 2_000],
  ["the next round number of a longer plan", 2_001, 0, 10],
  ["the next round number of a study without an end", null, 10, 20],
  ["the next round number above five hundred", null, 500, 1_000],
  ["the next round number above a thousand", null, 1_000, 2_000],
  ["a thousand more of a study beyond the last round number", null, 2_000, 3_000],
  ["the next round number once the planned rounds are played", 40, 40, 50],
])("the guarantee is given for %s", (_, horizon, closedCount, ahead) => {
  expect(roundsAhead(horizon, closedCount)).toBe(ahead);
});

it("gives each round number in turn", () => {
  const numbers = [0];
  while (numbers.length < 11) numbers.push(roundsAhead(null, numbers.at(-1) ?? 0));
  expect(numbers).toEqual([0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 3_000, 4_000]);
});

it("counts the guarantee by openings: the fourth round of four may close first", () => {
  const round = (t: number, hasReport: boolean | null) => ({
    ...{ round: t, t, hasReport, tau: 0.1, limit: 0.3, baseSpread: 0.4, spread: 0.3, pull: 0.25 },
    ...{ isCut: false, spent: 0 },
  });
  const rounds = [round(1, null), round(2, null), round(3, null), round(4, true)];
  const promise = guardedOverview(guardedSpec, 8, { rounds, pulled: null })?.promise;
  expect(promise).toMatchObject({ reportCount: 1, closedCount: 1, most: [0, 1, 1, 1, 1] });
});
