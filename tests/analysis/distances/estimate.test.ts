import { describe, expect, test } from "vitest";
import { estimateDistances, neededAnswers } from "#server/analysis/distances/estimate.ts";
import { fitMetric } from "#server/analysis/distances/fit-metric.ts";
import { atRandom, simulatedPairs, strictBy, trueDistance, types } from "./simulated.ts";

/** Distances of a strict, an exact and a mild auditor: the second smallest is the true one. */
const panel = [strictBy(0.8), strictBy(1), strictBy(1.3)];
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);

describe("auditors who know a metric", () => {
  const studies = seeds.slice(0, 20).map((seed) => simulatedPairs(seed, 30, panel));

  test("have a distance within every interval", () => {
    for (const { known, cells } of studies.flat()) {
      expect(trueDistance(...cells)).toBeGreaterThanOrEqual(known.from);
      expect(trueDistance(...cells)).toBeLessThanOrEqual(known.to);
    }
  });

  test("are predicted better than by one distance in unused rounds, with correct weights", () => {
    for (const pairs of studies) {
      const { metric } = estimateDistances(pairs, types);
      const { unfair, acceptable, baseline, isBetter } = metric?.accuracy ?? ({} as never);
      expect(isBetter).toBe(true);
      expect(unfair.right + acceptable.right).toBeGreaterThan(baseline);
      const weights = Object.fromEntries(metric?.weights.map(({ field, weight }) => [field, weight]) ?? []);
      // Half a chance over 100 of income, nothing for age, a fifth for different housing.
      expect(weights[0]).toBeGreaterThan(0.4);
      expect(weights[0]).toBeLessThan(0.6);
      expect(weights[1]).toBeLessThan(0.1);
      expect(weights[2]).toBeGreaterThan(0.12);
      expect(weights[2]).toBeLessThan(0.28);
    }
  });
});

test("random auditors get the warning, except in the stated share of studies", () => {
  // Stated: at most 1 in 40. Of 200 studies that is 5; more than 13 have a probability below 0.001.
  for (const share of [0.5, 0.3]) {
    const judges = [atRandom(share), atRandom(share), atRandom(share)];
    const better = seeds.filter((seed) => {
      const { metric } = estimateDistances(simulatedPairs(seed, 15, judges), types);
      return metric?.accuracy.isBetter !== false;
    });
    expect(better.length).toBeLessThanOrEqual(13);
  }
});

test("auditors who use only the chances get the warning: one distance predicts as well", () => {
  const byGap = (_high: unknown, _low: unknown, gap: number) => (gap > 0.4 ? "unfair" : "acceptable");
  const { metric } = estimateDistances(simulatedPairs(1, 30, [byGap, byGap, byGap]), types);
  expect(metric?.accuracy.baseline).toBe(
    (metric?.accuracy.unfair.count ?? 0) + (metric?.accuracy.acceptable.count ?? 0),
  );
  expect(metric?.accuracy.isBetter).toBe(false);
});

describe("an estimate", () => {
  test("needs enough answers of enough rounds, and has only intervals until then", () => {
    const few = estimateDistances(simulatedPairs(1, neededAnswers.rounds - 1, panel), types);
    expect(few.metric).toBeNull();
    expect(few.listed.every(({ distance }) => distance === null)).toBe(true);
    expect(few.answered.rounds).toBe(neededAnswers.rounds - 1);
    expect(estimateDistances([], types)).toMatchObject({ listed: [], pairCount: 0, metric: null });
  });

  test("does not depend on the order of the pairs, and lists the newest first, without cells", () => {
    const pairs = simulatedPairs(1, 30, panel);
    const estimate = estimateDistances(pairs, types);
    expect(estimateDistances(pairs.toReversed(), types)).toEqual(estimate);
    expect(estimate.listed).toHaveLength(100);
    expect(estimate.listed[0]?.round).toBe(30);
    expect(estimate.listed[0]).not.toHaveProperty("cells");
  });
});

describe("a fit", () => {
  const pair = (from: number, to: number, ...differences: number[]) => ({ known: { from, to }, differences });

  test("of one tolerance gives its distance", () => {
    // In the middle of 0.145 and 0.155 over a difference of a half: 0.3, except for the ridge.
    expect(fitMetric([pair(0.145, 0.155, 0.5)], 1).weights[0]).toBeCloseTo(0.3, 3);
  });

  test("gives no weight below 0, and none to a field that never differs", () => {
    const { weights } = fitMetric([pair(0.295, 0.305, 1, 0, 0), pair(0.095, 0.105, 1, 0, 1)], 3);
    expect(weights.map((weight) => Math.round(100 * weight))).toEqual([20, 0, 0]);
  });
});
