import { expect, it } from "vitest";
import { mostPoints, thinned } from "#components/ui/charts/thinned.ts";

const points = Array.from({ length: 1_000 }, (_, index) => index);

it("few points are all kept", () => {
  const few = points.slice(0, mostPoints);
  expect(thinned(few)).toBe(few);
});

it("many points are thinned evenly to a chart's maximum, with the first and the last", () => {
  const kept = thinned(points);
  expect(kept).toHaveLength(mostPoints);
  expect([kept[0], kept.at(-1)]).toEqual([0, 999]);
  const steps = kept.slice(1).map((point, index) => point - (kept[index] ?? 0));
  // 999 steps between 120 points.
  expect(new Set(steps)).toEqual(new Set([8, 9]));
});

it("the least value of each interval is kept if requested", () => {
  const isDip = (point: number) => point % 50 === 3;
  const kept = thinned(points, (point) => (isDip(point) ? 0 : 1));
  expect(kept).toHaveLength(mostPoints);
  expect(kept.filter(isDip)).toEqual(points.filter(isDip));
  expect(kept.at(-1)).toBe(999);
});
