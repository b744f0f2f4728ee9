import { describe, expect, test } from "vitest";
import { distancePairs } from "#server/analysis/distances/distance-pairs.ts";
import { panelInterval, statedInterval, unknownDistance } from "#server/analysis/distances/intervals.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";

const alpha = 0.1;
const stated = (gap: number, ...[word, tolerance]: [Verdict[2], number?]) =>
  statedInterval(gap, alpha, tolerance === undefined ? [0, 1, word] : [0, 1, word, tolerance]);
const close = ({ from, to }: { from: number; to: number }) => ({
  from: expect.closeTo(from, 12),
  to: expect.closeTo(to, 12),
});

describe("the distances that one verdict allows", () => {
  test("are below the gap less alpha if unfair, and from there on if acceptable", () => {
    expect(stated(0.4, "unfair")).toEqual(close({ from: 0, to: 0.3 }));
    expect(stated(0.4, "acceptable")).toEqual(close({ from: 0.3, to: 1 }));
    expect(stated(0.4, "unsure")).toEqual(unknownDistance);
  });

  test("are within half a point of a tolerance, consistent with the verdict", () => {
    // 25 points less alpha: 0.15
    expect(stated(0.4, "unfair", 25)).toEqual(close({ from: 0.145, to: 0.155 }));
    expect(stated(0.05, "acceptable", 25)).toEqual(close({ from: 0.145, to: 0.155 }));
    // Unfair at 25.2 points: the tolerance of 25 means less than 25.2.
    expect(stated(0.252, "unfair", 25)).toEqual(close({ from: 0.145, to: 0.152 }));
    expect(stated(0.25, "acceptable", 25)).toEqual(close({ from: 0.15, to: 0.155 }));
  });

  test("start at 0 below alpha, and have no upper end if any difference is accepted", () => {
    expect(stated(0.05, "unfair", 2)).toEqual({ from: 0, to: 0 });
    expect(stated(0.05, "acceptable", 8)).toEqual({ from: 0, to: 0 });
    expect(stated(0.4, "acceptable", 100)).toEqual(close({ from: 0.895, to: 1 }));
  });
});

describe("the distances that a panel allows", () => {
  const atLeast = (count: number) => (places: ReadonlySet<number>) => places.size >= count;
  const seats = [
    { from: 0, to: 0.3 },
    { from: 0.3, to: 1 },
    { from: 0.145, to: 0.155 },
  ];

  test("are the r-th smallest lower and upper ends", () => {
    expect(panelInterval(seats, atLeast(1))).toEqual({ from: 0, to: 0.155 });
    expect(panelInterval(seats, atLeast(2))).toEqual({ from: 0.145, to: 0.3 });
    expect(panelInterval(seats, atLeast(3))).toEqual({ from: 0.3, to: 1 });
  });

  test("follow any monotone rule, such as one with a member who must agree", () => {
    const withSecond = (places: ReadonlySet<number>) => places.has(1) && places.size >= 2;
    expect(panelInterval(seats, withSecond)).toEqual({ from: 0.3, to: 1 });
  });

  test("contain the pivotal distance for any distances of seats", () => {
    for (let tried = 0; tried < 2_000; tried += 1) {
      const at = (place: number) => ((tried * 7919 + place * 104_729) % 1000) / 1000;
      const distances = [at(1), at(2), at(3), at(4), at(5)];
      const gap = 0.1 + 0.9 * at(6);
      const intervals = distances.map((distance, place) =>
        (tried + place) % 4 === 0
          ? unknownDistance
          : stated(gap, gap > distance + alpha ? "unfair" : "acceptable"),
      );
      for (const needed of [1, 2, 3, 4, 5]) {
        const { from, to } = panelInterval(intervals, atLeast(needed));
        const pivotal = distances.toSorted((a, b) => a - b)[needed - 1] as number;
        expect(pivotal).toBeGreaterThanOrEqual(from);
        expect(pivotal).toBeLessThanOrEqual(to);
      }
    }
  });
});

describe("the pairs of a round", () => {
  const seat = (id: string, verdicts: Verdict[] | null) => ({ id, verdicts });
  const round = {
    ...{ number: 3, neededFlags: 2, rule: null, annulled: [] },
    chances: [0.9, 0.5, 0.2],
    people: [["90"], ["50"], ["20"]],
    seats: [
      seat("s1", [
        [0, 1, "unfair"],
        [0, 2, "unfair"],
        [1, 2, "acceptable"],
      ]),
      seat("s2", [
        [0, 1, "acceptable"],
        [0, 2, "unfair"],
      ]),
      seat("s3", null),
    ],
  };

  test("have the panel's answer if enough seats gave one", () => {
    // (0, 1): one flag, one silent seat: two flags were possible. (1, 2): one acceptable of three gives no answer.
    expect(distancePairs(round, alpha)).toEqual([
      {
        ...{ round: 3, high: 0, low: 2, isUnfair: true, cells: [["90"], ["20"]] },
        ...{ limit: expect.closeTo(0.6, 12), known: close({ from: 0, to: 0.6 }) },
      },
    ]);
    const all = { ...round, seats: [...round.seats.slice(0, 2), seat("s3", [[0, 1, "acceptable"]])] };
    expect(distancePairs(all, alpha).map(({ high, low, isUnfair }) => [high, low, isUnfair])).toEqual([
      [0, 1, false],
      [0, 2, true],
    ]);
  });

  test("leave out annulled reports and erased people", () => {
    expect(distancePairs({ ...round, annulled: [[0, 2]] }, alpha)).toEqual([]);
    expect(distancePairs({ ...round, people: [null, ["50"], ["20"]] }, alpha)).toEqual([]);
  });

  test("have no answer if only tolerances were requested", () => {
    const withTolerances = {
      ...round,
      chances: [0.3, 0.25, 0.2],
      seats: [1, 2, 3].map((id) => seat(`s${id}`, [[0, 2, "acceptable", 20 + id]])),
    };
    expect(distancePairs(withTolerances, alpha)).toMatchObject([
      { isUnfair: null, known: close({ from: 0.115, to: 0.125 }) },
    ]);
  });
});
