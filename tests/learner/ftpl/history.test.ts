import { expect, test } from "vitest";
import { addToHistory } from "#server/learner/ftpl/history.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { person, refuses } from "../fixtures.ts";

/** A person's number is the one cell that a charge falls into. */
const oracle = { cells: ([cell]: readonly (string | null)[]) => [Number(cell)] };
const charge = (cell: number, cost: number) => ({ individual: person(cell), cost });

test("charges are added cell by cell, and the earlier history stays unchanged", () => {
  const before = Float64Array.of(1, 0, 0);
  expect([...addToHistory(oracle, before, [charge(0, 0.5), charge(2, -2), charge(0, 1)])]).toEqual([
    ...[2.5, 0, -2],
  ]);
  expect([...before]).toEqual([1, 0, 0]);
});

test("a cell accepts only what can be summed exactly, of either sign", () => {
  for (const sign of [1, -1]) {
    const full = Float64Array.of(sign * (LARGEST_TOTAL - 1));
    expect([...addToHistory(oracle, full, [charge(0, sign)])]).toEqual([sign * LARGEST_TOTAL]);
    refuses("range", () => addToHistory(oracle, full, [charge(0, sign), charge(0, sign)]));
  }
});
