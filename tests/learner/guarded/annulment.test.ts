import { expect, it } from "vitest";
import { guarded } from "#server/learner/guarded/learner.ts";
import { guardedSpec } from "../fixtures.ts";
import { playGuarded } from "./play-guarded.ts";

const arrivals = [0, 4].map((score) => ({ score, label: "no" as const }));

it("removes an annulled pair at the close, and keeps its charges", () => {
  const first = playGuarded(guarded.init(guardedSpec), arrivals, ({ chances }) => {
    const [a = 0, b = 0] = chances.map(Number);
    return [a > b ? { high: 0, low: 1 } : { high: 1, low: 0 }];
  });
  const { verdicts } = first.state.core;
  expect(verdicts).toHaveLength(1);
  const kept = playGuarded(first.state, arrivals, () => []);
  const annulled = playGuarded(first.state, arrivals, () => [], verdicts);
  expect(kept.state.core.verdicts).toHaveLength(1);
  expect(annulled.state.core.verdicts).toEqual([]);
  expect(annulled.state.core.tilt).toEqual(kept.state.core.tilt);
  expect(annulled.state.cells.size).toBe(0);
});
