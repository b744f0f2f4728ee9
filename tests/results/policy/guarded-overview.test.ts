import { expect, it } from "vitest";
import { roundsAhead } from "#server/results/policy/guarded-overview.ts";

it.each([
  ["what is planned", 40, 0, 40],
  ["what is planned, as long as it is not too far", 2_000, 1_999, 2_000],
  ["the next round figure of a longer plan", 2_001, 0, 10],
  ["the next round figure of a study without an end", null, 10, 20],
  ["the next round figure beyond five hundred", null, 500, 1_000],
  ["the next round figure beyond a thousand", null, 1_000, 2_000],
  ["a thousand more of a study that is longer than all of them", null, 2_000, 3_000],
  ["the next round figure once the plan is done", 40, 40, 50],
])("the promise is told for %s", (_, horizon, closedCount, ahead) => {
  expect(roundsAhead(horizon, closedCount)).toBe(ahead);
});

it("each round figure is followed by the next", () => {
  const told = [0];
  while (told.length < 11) told.push(roundsAhead(null, told.at(-1) ?? 0));
  expect(told).toEqual([0, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 3_000, 4_000]);
});
