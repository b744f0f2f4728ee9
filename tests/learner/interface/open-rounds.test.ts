import { expect, it } from "vitest";
import {
  isUndoable,
  nextNumber,
  type Openings,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import { refuses } from "../fixtures.ts";

const none: Openings = { t: 0, open: [] };
const opened = (openings: Openings, ...rounds: readonly number[]) =>
  rounds.reduce((before, t) => withOpened(before, { t, ahead: 0 }), openings);
const openIn = ({ open }: Openings) => open.map(({ t }) => t);

it("numbers openings in order, whatever is closed in between", () => {
  const three = opened(none, 1, 2, 3);
  const closed = withClosed(withClosed(three, 3), 1);
  expect(openIn(closed)).toEqual([2]);
  expect(nextNumber(closed)).toBe(4);
  expect(openIn(opened(closed, 4))).toEqual([2, 4]);
});

it("undoes the newest opening, as long as no round was closed or cancelled since", () => {
  const two = opened(none, 1, 2);
  expect(isUndoable(two, 2)).toBe(true);
  expect(isUndoable(two, 1)).toBe(false);
  const undone = withCancelled(two, 2);
  expect(nextNumber(undone)).toBe(2);
  // The first opening was followed by another one, so its number stays used.
  expect(isUndoable(undone, 1)).toBe(false);
  expect(withCancelled(undone, 1)).toEqual({ t: 1, open: [] });
  expect(withCancelled(opened(none, 1), 1)).toEqual(none);
});

it("keeps the number of an opening that is cancelled after another round was closed or cancelled", () => {
  const two = opened(none, 1, 2);
  for (const after of [withClosed(two, 1), withCancelled(two, 1)]) {
    expect(isUndoable(after, 2)).toBe(false);
    expect(nextNumber(withCancelled(after, 2))).toBe(3);
  }
});

it("refuses to close or cancel a round that is not open", () => {
  const one = withClosed(opened(none, 1, 2), 1);
  for (const t of [0, 1, 3]) {
    refuses("shape", () => withClosed(one, t));
    refuses("shape", () => withCancelled(one, t));
  }
});
