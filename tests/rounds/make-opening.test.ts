import { expect, it } from "vitest";
import { openingsOfRounds } from "#server/rounds/make-opening.ts";

type Row = Parameters<typeof openingsOfRounds>[0][number];

const row = (t: number, state: Row["state"], openedSeq: number, closedSeq: number | null): Row => ({
  ...{ t, state, openedSeq, closedSeq },
});
const numbers = (rounds: readonly Row[]) => {
  const { t, open } = openingsOfRounds(rounds);
  return [t, open.map((round) => round.t)];
};

it("counts a study's openings as the learner does", () => {
  expect(numbers([])).toEqual([0, []]);
  expect(numbers([row(1, "open", 5, null)])).toEqual([0, [1]]);
  expect(numbers([row(1, "closed", 5, 9), row(2, "open", 10, null)])).toEqual([1, [2]]);
});

it("reuses the number of a cancelled opening only if it was the last", () => {
  expect(numbers([row(1, "cancelled", 5, 6)])).toEqual([0, []]);
  expect(numbers([row(1, "closed", 5, 6)])).toEqual([1, []]);
  // Cancelled after the next round was opened.
  expect(numbers([row(1, "cancelled", 5, 7), row(2, "open", 6, null)])).toEqual([2, [2]]);
  expect(numbers([row(1, "cancelled", 5, 6), row(1, "open", 7, null)])).toEqual([0, [1]]);
});

it("reads entries in the log's order, also beyond nine", () => {
  expect(numbers([row(2, "closed", 9, 11), row(1, "closed", 8, 100), row(3, "open", 10, null)])).toEqual([
    ...[3, [3]],
  ]);
});
