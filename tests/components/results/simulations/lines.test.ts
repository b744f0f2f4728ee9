import { expect, it } from "vitest";
import {
  frameOf,
  guidesOf,
  liveLine,
  looks,
  runLines,
  slopeOf,
} from "#components/results/simulations/lines.ts";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";

const rounds = [1, 10, 100, 1_000];
const course = (...each: number[][]) => ({
  kind: "exact" as const,
  each,
  mean: (each[0] ?? []).map(
    (_, point) => each.reduce((sum, values) => sum + (values[point] ?? 0), 0) / each.length,
  ),
});
const run = {
  id: "a",
  name: "One",
  rounds,
  violations: course([0, 2, 20, 200], [2, 4, 40, 300]),
  regret: course([-1, -4, 3, 90]),
  lagrangian: course([1, 2, 3, 4]),
  proof: "known" as const,
  bounds: { reports: [null, null, 90, 400], regret: [10, 20, 60, 150] },
};
const rehearsal = { ...run, id: "b", name: "Two", regret: null };

it("eight lines can be distinguished by letter and dashes alone", () => {
  expect(looks).toHaveLength(8);
  expect(new Set(looks.map(({ letter }) => letter)).size).toBe(8);
  expect(new Set(looks.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(8);
});

it("a run keeps its letter for every measure, and has no line without data", () => {
  const courses = [rehearsal, run];
  expect(runLines(courses, "reports").map(({ id, look }) => [id, look.letter])).toEqual([
    ["b", "A"],
    ["a", "B"],
  ]);
  expect(runLines(courses, "regret").map(({ id, look }) => [id, look.letter])).toEqual([["a", "B"]]);
});

it("the frame includes every seed and negative values", () => {
  const reports = frameOf(runLines([run], "reports"), { isLog: false, hasBounds: false });
  expect(reports).toMatchObject({ rounds: [1, 501, 1_000], bottom: 0, top: 300, ticks: [0, 100, 200, 300] });
  const regret = frameOf(runLines([run], "regret"), { isLog: false, hasBounds: false });
  expect(regret).toMatchObject({ bottom: -4, top: 100 });
  expect(regret.ticks[0]).toBe(-4);
});

it("a logarithmic frame spans powers of ten, and omits values that are not positive", () => {
  const frame = frameOf(runLines([run], "reports"), { isLog: true, hasBounds: false });
  expect(frame).toMatchObject({ isLog: true, bottom: 1, top: 1_000, ticks: [1, 10, 100, 1_000] });
  // The mean of a seed with one report and another with none is below one.
  const late = { ...run, violations: course([0, 1, 1, 1], [0, 0, 0, 2]) };
  expect(frameOf(runLines([late], "reports"), { isLog: true, hasBounds: false })).toMatchObject({
    bottom: 0.1,
    top: 10,
  });
  const none = { ...run, violations: course([0, 0, 0, 0]) };
  expect(frameOf(runLines([none], "reports"), { isLog: true, hasBounds: false })).toMatchObject({
    bottom: 1,
    top: 10,
  });
});

it("guides have the slopes in their names, and stay in the frame", () => {
  const guides = guidesOf(frameOf(runLines([run], "reports"), { isLog: true, hasBounds: false }));
  expect(guides.map(({ word }) => word)).toEqual(["slope 1/2", "3/4", "4/5"]);
  const found = guides.map(({ points }) => slopeOf(points));
  [1 / 2, 3 / 4, 4 / 5].forEach((slope, index) => {
    expect(found[index]).toBeCloseTo(slope, 12);
  });
  for (const { points } of guides)
    for (const { value } of points) expect(value).toBeGreaterThanOrEqual(1 - 1e-9);
});

it("a slope is that of the last factor of ten, or absent if not positive", () => {
  const squared = rounds.map((round) => ({ round, value: round ** 0.5 }));
  expect(slopeOf(squared)).toBeCloseTo(0.5, 12);
  expect(slopeOf([...squared.slice(0, 2), { round: 100, value: 0 }])).toBeNull();
  expect(slopeOf([{ round: 5, value: 1 }])).toBeNull();
});

it("the study's line has its reports, and its estimated regret with an interval", () => {
  const round = (number: number, flags: number, outcome: "yes" | null): WhatIfRound => ({
    ...{
      number,
      seats: ["s1", "s2", "s3"],
      neededFlags: 2,
      rule: null,
      pairCount: 1,
      chances: ["0.5", "0.2"],
    },
    ...{ selected: [1, 0], outcomes: [outcome, null], pairs: [[0, 1, flags]] },
  });
  // Round 2 was cancelled: rounds count from 1 as they closed. The outcome of the third is not known yet.
  const rounds = [
    ...[round(1, 0b011, "yes"), round(3, 0b100, "yes"), round(4, 0b111, null)],
    ...[5, 6, 7, 8].map((number) => round(number, 0b101, "yes")),
  ];
  const reports = liveLine(rounds, "reports");
  expect(reports).toMatchObject({ kind: "exact", each: [], look: { letter: "S" } });
  expect(reports?.mean).toEqual([1, 1, 2, 3, 4, 5, 6].map((value, index) => ({ round: index + 1, value })));
  const regret = liveLine(rounds, "regret");
  expect(regret?.kind).toBe("estimated");
  // Against picking everyone: (0.5 - 1)(1 - 2/0.5) + (0.2 - 1) = 0.7 a round, and no spread between them.
  expect(regret?.mean.map((point) => [point.round, point.value.toFixed(9)])).toEqual(
    [1, 2, 4, 5, 6, 7].map((t, index) => [t, (0.7 * (index + 1)).toFixed(9)]),
  );
  for (const end of regret?.each ?? []) {
    expect(end.map((point) => [point.round, point.value.toFixed(9)])).toEqual([
      [6, "3.500000000"],
      [7, "4.200000000"],
    ]);
  }
  expect(liveLine(rounds.slice(0, 1), "reports")).toBeNull();
  expect(liveLine(rounds.slice(1, 6), "regret")).toBeNull();
});

it("a bound is drawn where it is informative, and the frame includes it if requested", () => {
  const [line] = runLines([run], "reports");
  expect(line?.bound).toEqual([
    { round: 100, value: 90 },
    { round: 1_000, value: 400 },
  ]);
  expect(frameOf(runLines([run], "reports"), { isLog: false, hasBounds: true }).top).toBe(400);
  expect(runLines([run], "lagrangian")).toMatchObject([
    { bound: [], mean: [1, 2, 3, 4].map((value) => ({ value })) },
  ]);
  expect(liveLine([], "lagrangian")).toBeNull();
});
