import { describe, expect, it } from "vitest";
import type { Features } from "#server/learner/config/spec.ts";
import {
  contradictionIn,
  fitStrictness,
  fittedOf,
  type StrictnessAnswer,
  seatsWith,
  strictnessPairs,
} from "#server/simulation/rehearsal/strictness.ts";
import { firstAuditor } from "#server/study/empty-draft.ts";

/** People with one number from 0 to 1. */
const people: Features[] = Array.from({ length: 300 }, (_, place) => [String(((place * 37) % 300) / 299)]);
const distance = (a: Features, b: Features) => Math.abs(Number(a[0]) - Number(b[0]));
const alpha = 10;
const answersOf = (points: number) =>
  strictnessPairs(people, distance, alpha).map((pair) => ({
    ...pair,
    isUnfair: pair.gap > alpha + points * pair.distance,
  }));

describe("six pairs", () => {
  it("are of different people, with gaps that are judged and possible", () => {
    const pairs = strictnessPairs(people, distance, alpha);
    expect(pairs).toHaveLength(6);
    expect(new Set(pairs.flatMap(({ high, low }) => [high, low])).size).toBe(12);
    for (const { high, low, gap, distance: apart } of pairs) {
      expect(gap).toBeGreaterThan(alpha - 1);
      expect(gap).toBeLessThanOrEqual(95);
      expect(apart).toBeCloseTo(distance(people[high - 1] ?? [], people[low - 1] ?? []), 6);
    }
  });

  it("reuse people if there are few, and do not exist if all people are equal", () => {
    expect(strictnessPairs([["0"], ["1"]], distance, alpha)).toHaveLength(6);
    expect(strictnessPairs([["1"], ["1"]], distance, alpha)).toEqual([]);
  });
});

describe("an estimate", () => {
  it.each([
    [15, 10, 20],
    [30, 20, 45],
    [60, 45, 75],
    [90, 75, 100],
    [120, 100, 150],
  ])("of a panel of %i points lies between the questions next to it", (points, from, to) => {
    const answers = answersOf(points);
    expect(contradictionIn(answers)).toBeNull();
    const fitted = fittedOf({ answers, isForced: false }, alpha);
    expect(fitted?.points).toBeGreaterThanOrEqual(from - 2);
    expect(fitted?.points).toBeLessThanOrEqual(to + 2);
    expect(fitted?.low).toBeLessThanOrEqual(points);
    expect(fitted?.high).toBeGreaterThanOrEqual(points);
  });

  it("recovers a known strictness from many of its own answers", () => {
    const answers = Array.from({ length: 200 }, (_, index) => {
      const [gap, apart] = [10 + ((index * 7) % 80), 0.2 + ((index * 13) % 60) / 100];
      return { gap, distance: apart, isUnfair: gap > alpha + 64 * apart };
    });
    expect(Math.abs(fitStrictness(answers, alpha).points - 64)).toBeLessThanOrEqual(3);
  });

  it("is at the end of the range if all answers are equal, and needs all six", () => {
    const all = (isUnfair: boolean) => answersOf(50).map((answer) => ({ ...answer, isUnfair }));
    expect(fitStrictness(all(true), alpha).points).toBe(0);
    expect(fitStrictness(all(false), alpha).points).toBe(200);
    expect(fittedOf({ answers: answersOf(50).slice(1), isForced: true }, alpha)).toBeNull();
  });

  it("replaces only the points of the seats", () => {
    const seats = [firstAuditor, { ...firstAuditor, kind: "silent" as const }];
    expect(seatsWith(seats, 40)).toEqual(seats.map((seat) => ({ ...seat, deserves: "40" })));
  });
});

describe("answers contradict each other", () => {
  const answer = (gap: number, apart: number, isUnfair: boolean): StrictnessAnswer => ({
    ...{ high: gap, low: 1, gap, distance: apart, isUnfair },
  });

  it("if a larger gap of more similar people is fair and a smaller one unfair", () => {
    const answers = [answer(30, 0.4, true), answer(50, 0.2, false)];
    expect(contradictionIn(answers)).toEqual({ fair: answers[1], unfair: answers[0] });
    expect(contradictionIn([answer(30, 0.2, true), answer(50, 0.4, false)])).toBeNull();
    expect(contradictionIn([answer(50, 0.2, true), answer(30, 0.4, false)])).toBeNull();
  });

  it("and prevent an estimate until the contradiction is accepted", () => {
    const answers = answersOf(60).map((each) => ({ ...each, isUnfair: !each.isUnfair }));
    expect(fittedOf({ answers, isForced: false }, alpha)).toBeNull();
    expect(fittedOf({ answers, isForced: true }, alpha)).not.toBeNull();
  });
});
