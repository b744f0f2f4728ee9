import { expect, it } from "vitest";
import { HourTally } from "#server/platform/process/hour-tally.ts";

const minute = 60_000;

it("knows the sum and the maximum of the last hour, and forgets older values", () => {
  const tally = new HourTally();
  tally.note(5, 0);
  tally.note(2, 10 * minute);
  tally.note(3, 10 * minute + 1);
  expect([tally.sum(59 * minute), tally.most(59 * minute)]).toEqual([10, 5]);
  expect([tally.sum(60 * minute), tally.most(60 * minute)]).toEqual([5, 3]);
  expect([tally.sum(71 * minute), tally.most(71 * minute)]).toEqual([0, 0]);
});

it("counts by whole minutes, at any moment within them", () => {
  const tally = new HourTally();
  tally.note(1, minute / 2);
  expect([tally.sum(59.5 * minute), tally.sum(60 * minute)]).toEqual([1, 0]);
});

it("keeps one hour only, however long it counts", () => {
  const tally = new HourTally();
  for (let at = 0; at < 1_000; at++) tally.note(1, at * minute);
  expect(tally.sum(999 * minute)).toBe(60);
  expect(tally.kept).toBeLessThanOrEqual(61);
});
