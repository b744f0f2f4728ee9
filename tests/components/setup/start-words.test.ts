import { describe, expect, it } from "vitest";
import {
  drawSentence,
  inHundred,
  pairsSentence,
  pickedColumns,
  pickedLabel,
  roundsIn,
  type StartSummary,
  scoreSentence,
  startSentence,
  warningWords,
} from "#components/setup/start/start-words.ts";
import { formatMean } from "#server/format.ts";

const start: StartSummary = {
  lookedAt: 300,
  count: 300,
  mean: 0.48,
  median: 0.47,
  smallest: 0.26,
  largest: 0.744,
  drawnCount: null,
  roundSize: 6,
  pairs: [
    { round: 1, limit: 0.2, pairs: 0, isExact: false },
    { round: 2, limit: 0.24, pairs: 1.6, isExact: false },
  ],
  picked: [0.35, 0.08, 0.07, 0.06, 0.06, 0.06, 0.32],
  isPickedExact: true,
  roundCount: 2_000,
  columns: [],
  highest: [],
  lowest: [],
  score: null,
  warnings: [],
  cures: [],
};

describe("the starting picture in words", () => {
  it("describes people's initial chances", () => {
    expect(startSentence(start)).toBe(
      "All people start between 26 and 74 in 100. Half of the people start below 47.",
    );
    expect(startSentence({ ...start, smallest: 0.5, largest: 0.501 })).toBe("All people start at 50 in 100.");
    expect(startSentence({ ...start, lookedAt: 100, drawnCount: 1_000 })).toBe(
      "All people start between about 26 and 74 in 100. Half of the people start below 47. Computed for 100 of the 300 people, taken evenly from the file.",
    );
  });

  it("describes what the limit leaves to judge, and marks estimates", () => {
    expect(pairsSentence(start, "20")).toBe(
      "Pairs that differ by more than 20 points are judged. A round of 6 has 15 pairs. In round\u00a01, chances differ by at most 20 points. If no pair is reported, by at most 24 in round\u00a02. If one is, round\u00a02 has no pair to judge. Estimated from 2,000 simulated rounds.",
    );
    const free = { ...start, pairs: [{ round: null, limit: null, pairs: 2.8, isExact: true }] };
    expect(pairsSentence(free, "20")).toBe(
      "Pairs that differ by more than 20 points are judged. A round of 6 has 15 pairs.",
    );
  });

  it("describes the result of a draw and how it was computed", () => {
    expect(drawSentence(start, false)).toBe(
      "One rule decides for all 6: 35 rounds in 100 pick no one, and 32 pick everyone. Exact for random rounds of these people, before anything is learned.",
    );
    expect(drawSentence({ ...start, isPickedExact: false }, true)).toContain(
      "rounded up or down. Estimated from 2,000 simulated rounds",
    );
  });

  it("warns in counts of people and rounds", () => {
    expect(warningWords({ kind: "low", count: 252, of: 300 }).title).toBe(
      "252 of 300 people (84%) start below 15 in 100.",
    );
    expect(warningWords({ kind: "alike", lowest: 0.5, highest: 0.5 }).title).toBe(
      "All people start at 50 in 100: there will be nothing to judge.",
    );
    expect(warningWords({ kind: "all-or-none", none: 0.49, all: 0.28 }).title).toBe(
      "49 rounds in 100 would pick no one, and 28 everyone.",
    );
  });

  it("shows how close a score in use is", () => {
    expect(scoreSentence({ ...start, score: { mean: 0.031, largest: 0.12 } })).toBe(
      "That is 3.1 points from the score on average, and 12 points at most.",
    );
  });
});

describe("the numbers of picks", () => {
  it("are listed one by one for small rounds", () => {
    const columns = pickedColumns(start.picked);
    expect(columns.map((column) => pickedLabel(column, 6))).toEqual([
      "no one",
      "1",
      "2",
      "3",
      "4",
      "5",
      "all 6",
    ]);
    expect(columns.map(({ share }) => share)).toEqual(start.picked);
  });

  it("are grouped evenly for large rounds, with every share exactly once", () => {
    const picked = Array.from({ length: 26 }, () => 1 / 26);
    const columns = pickedColumns(picked);
    // Between none and all 25 are 24 numbers, three per group.
    expect(columns.slice(0, 3).map((column) => pickedLabel(column, 25))).toEqual(["no one", "1–3", "4–6"]);
    expect(columns).toHaveLength(10);
    expect(columns.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(pickedColumns([1])).toEqual([{ from: 0, to: 0, share: 1 }]);
  });

  it("are given per 100 rounds, without rounding to zero", () => {
    expect([0, 0.002, 0.349].map(roundsIn)).toEqual(["0", "under 1", "35"]);
    expect([2.94, 24.6].map(formatMean)).toEqual(["2.9", "25"]);
    expect(inHundred(0.255)).toBe("26");
  });
});
