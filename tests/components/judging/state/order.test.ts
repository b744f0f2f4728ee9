import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorsOf, movedInRows, movedInTriangle, triangleOf } from "#components/judging/state/order.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

/** Chances of 74, 62, 58, 25 and 25 %, in another order; differences up to 10 points are not judged. */
const people = ["0.25", "0.62", "0.74", "0.58", "0.25"].map((chance, position) => ({ position, chance }));
const round = {
  people,
  pairs: eligiblePairs(
    people.map(({ chance }) => chance),
    "0.1",
  ),
};
const { pairs } = round;
const placeOf = (high: number, low: number) => pairs.findIndex(([a, b]) => a === high && b === low);

describe("the pairs of a round by chance", () => {
  it("are a triangle: higher chances at the left, lower ones on top, both in descending order", () => {
    const { order, at } = triangleOf(round);
    expect(order).toEqual([2, 1, 3, 0, 4]);
    expect(at(0, 1)).toBe(placeOf(2, 1));
    expect(at(1, 2), "62 and 58 are too close").toBeUndefined();
    expect(at(3, 4)).toBeUndefined();
    expect(at(1, 4)).toBe(placeOf(1, 4));
  });

  it("are selected by arrows, Home and End, which stop at the edges", () => {
    const triangle = triangleOf(round);
    const moved = (key: string, [high, low]: [number, number], ctrl = false) => {
      const place = movedInTriangle(press(key, ctrl), triangle, pairs, placeOf(high, low));
      return place === undefined ? undefined : pairs[place];
    };
    expect(moved("ArrowRight", [2, 1])).toEqual([2, 3]);
    expect(moved("ArrowLeft", [2, 1])).toEqual([2, 1]);
    expect(moved("ArrowDown", [2, 0])).toEqual([1, 0]);
    expect(moved("ArrowDown", [2, 1]), "below it nothing is judged").toEqual([2, 1]);
    expect(moved("ArrowUp", [3, 4])).toEqual([1, 4]);
    expect(moved("End", [1, 0])).toEqual([1, 4]);
    expect(moved("Home", [1, 4])).toEqual([1, 0]);
    expect(moved("Home", [3, 4], true)).toEqual([2, 1]);
    expect(moved("End", [2, 1], true)).toEqual([3, 4]);
    expect(moved("f", [2, 1])).toBeUndefined();
  });

  it("can all be reached by arrows from any pair, for any chances", () => {
    const chances = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(chances, fc.integer({ min: 0, max: 60 }), (hundredths, limit) => {
        const made = hundredths.map((value, position) => ({ position, chance: String(value / 100) }));
        const all = eligiblePairs(
          made.map(({ chance }) => chance),
          String(limit / 100),
        );
        const triangle = triangleOf({ people: made, pairs: all });
        const reached = new Set(all.length > 0 ? [0] : []);
        for (const place of reached) {
          for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"])
            reached.add(movedInTriangle(press(key), triangle, all, place) ?? place);
        }
        expect(reached.size).toBe(all.length);
      }),
    );
  });

  it("are rows below an anchor, the next lower chance first, and may be empty", () => {
    const anchors = anchorsOf(round);
    expect(anchors.map(({ position }) => position)).toEqual([2, 1, 3, 0, 4]);
    expect(anchors[0]?.rows.map((place) => pairs[place]?.[1])).toEqual([1, 3, 0, 4]);
    expect(anchors[3]?.rows).toEqual([]);
    const rows = anchors[1]?.rows ?? [];
    expect(movedInRows(press("ArrowDown"), rows, placeOf(1, 0))).toBe(placeOf(1, 4));
    expect(movedInRows(press("ArrowDown"), rows, placeOf(1, 4))).toBe(placeOf(1, 4));
    expect(movedInRows(press("Home"), rows, placeOf(1, 4))).toBe(placeOf(1, 0));
    expect(movedInRows(press("ArrowRight"), rows, placeOf(1, 4))).toBeUndefined();
  });
});
