import fc from "fast-check";
import { expect, it } from "vitest";
import { evenDraw } from "#server/learner/policy/even-draw.ts";

const half = 0.5;

it("picks the people whose interval contains an integer plus u, worked by hand", () => {
  // Sums 0.5, 0.75, 1.5, 2: the points 0.5 and 1.5 lie in [0.5, 0.75) and [1.5, 2).
  expect(evenDraw(["0.5", "0.25", "0.75", "0.5"], [0, 1, 2, 3], half)).toEqual([0, 1, 0, 1]);
  // u = 0: the points 0 and 1 lie in [0, 0.5) and [0.75, 1.5)
  expect(evenDraw(["0.5", "0.25", "0.75", "0.5"], [0, 1, 2, 3], 0)).toEqual([1, 0, 1, 0]);
  // The same people in another order: 0.5, 1.25, 1.5, 2 of positions 3, 2, 1, 0
  expect(evenDraw(["0.5", "0.25", "0.75", "0.5"], [3, 2, 1, 0], half)).toEqual([1, 0, 1, 0]);
});

it("always picks a chance of 1 and never one of 0", () => {
  expect(evenDraw(["1", "0", "1", "0.3"], [3, 1, 0, 2], 0.25)).toEqual([1, 0, 1, 1]);
});

const chance = fc.integer({ min: 0, max: 1000 }).map((thousandths) => String(thousandths / 1000));
const u = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }).map((bits) => Number(bits) / 2 ** 53);

it("picks as many as the chances add up to, rounded up or down", () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: 1, maxLength: 12 }), u, (chances, number) => {
      const picks = evenDraw(chances, chances.map((_, i) => i).reverse(), number).filter(
        (one) => one === 1,
      ).length;
      const thousandths = chances.reduce((sum, each) => sum + Math.round(Number(each) * 1000), 0);
      expect([Math.floor(thousandths / 1000), Math.ceil(thousandths / 1000)]).toContain(picks);
    }),
  );
});

it("picks each person with exactly their chance, over all u of a grid that contains the sums", () => {
  const chances = ["0.125", "0.75", "0.5", "0.875", "0"];
  const grid = Array.from({ length: 8 }, (_, i) => i / 8);
  const counts = chances.map(
    (_, i) => grid.filter((at) => evenDraw(chances, [2, 0, 4, 1, 3], at)[i] === 1).length,
  );
  expect(counts.map((count) => String(count / 8))).toEqual(chances);
});

it("refuses an invalid draw", () => {
  expect(() => evenDraw(["0.5"], [0], 1)).toThrow("multiple of 2^-53");
  expect(() => evenDraw(["0.5"], [0], -half)).toThrow("multiple of 2^-53");
  expect(() => evenDraw(["0.5"], [0], 0.25 + 2 ** -54)).toThrow("multiple of 2^-53");
  for (const wrong of ["1.5", "-0.5"]) {
    expect(() => evenDraw(["0.5", wrong], [0, 1], 0)).toThrow("not in [0, 1]");
  }
  expect(() => evenDraw(["0.5", "0.5"], [0, 0], 0)).toThrow("permutation");
  expect(() => evenDraw(["0.5", "0.5"], [0, 2], 0)).toThrow("permutation");
  expect(() => evenDraw(["half"], [0], 0)).toThrow("not a decimal");
});
