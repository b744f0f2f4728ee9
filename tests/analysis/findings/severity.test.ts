import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, test } from "vitest";
import type { AnsweredPair } from "#server/analysis/findings/played-round.ts";
import { leastRounds, type Split, seatSeverities, splitsIn } from "#server/analysis/findings/severity.ts";

const seats = ["s1", "s2", "s3"];
const named = seats.map((id) => ({ id }));
type Answers = AnsweredPair["answers"];
const splits = (...pairs: Answers[]) =>
  splitsIn(
    pairs.map((answers) => ({ answers })),
    named,
  );
const repeated = (round: Split[], times: number) => Array.from({ length: times }, () => round);

describe("splits", () => {
  test("are of two seats of which one said unfair and the other acceptable; not sure and not looked at are neither", () => {
    expect(
      splits(
        ["unfair", "acceptable", "unsure"],
        ["unfair", "acceptable", "unfair"],
        ["unfair", "unfair", "unfair"],
        [null, "unfair", "acceptable"],
      ),
    ).toEqual([
      ["s1", "s2", 2],
      ["s2", "s3", 1],
      ["s3", "s2", 1],
    ]);
  });
});

describe("severity", () => {
  test("of two seats is what their splits say, in closed form", () => {
    // the first flagged alone three times as often: β1 - β2 = ln 3, so each is ln 3/2 from the mean, but for the ridge
    const found = seatSeverities(
      repeated(
        [
          ["s1", "s2", 3_000],
          ["s2", "s1", 1_000],
        ],
        20,
      ),
      ["s1", "s2"],
    );
    const root = Math.sqrt(3);
    expect(found[0]?.share).toBeCloseTo(root / (1 + root), 4);
    expect(found[1]?.share).toBeCloseTo(1 / (1 + root), 4);
    expect(found.map(({ alone, others }) => [alone, others])).toEqual([
      [60_000, 20_000],
      [20_000, 60_000],
    ]);
    // every round said the same: nothing is left to chance
    expect((found[0]?.interval?.high ?? 1) - (found[0]?.interval?.low ?? 0)).toBeLessThan(1e-3);
  });

  test("does not look at pairs on which all agreed, nor at the order of the seats", () => {
    const disputed: Answers[] = [
      ["unfair", "acceptable", "acceptable"],
      ["acceptable", "unfair", "unfair"],
      ["acceptable", "acceptable", "unfair"],
    ];
    const agreed: Answers[] = [
      ["unfair", "unfair", "unfair"],
      ["acceptable", "acceptable", null],
    ];
    const found = seatSeverities(repeated(splits(...disputed), 12), seats);
    expect(seatSeverities(repeated(splits(...disputed, ...agreed, ...agreed), 12), seats)).toEqual(found);
    const turned = seatSeverities(repeated(splits(...disputed), 12), seats.toReversed());
    for (const [s, { share, interval }] of turned.toReversed().entries()) {
      expect(share).toBeCloseTo(found[s]?.share ?? -1, 9);
      expect(interval?.low).toBeCloseTo(found[s]?.interval?.low ?? -1, 9);
    }
  });

  test("says nothing where nothing can be said: no shared pair, too few rounds, always or never the one that flags", () => {
    const one: Split[] = [
      ["s1", "s2", 2],
      ["s2", "s1", 1],
    ];
    const [first, , third] = seatSeverities(repeated(one, leastRounds), seats);
    expect(first?.interval).not.toBeNull();
    expect(third).toEqual({ id: "s3", alone: 0, others: 0, share: null, interval: null });
    expect(seatSeverities(repeated(one, leastRounds - 1), seats)[0]).toMatchObject({ interval: null });
    const always = seatSeverities(repeated([["s1", "s2", 2]], 30), seats);
    expect(always[0]).toMatchObject({ alone: 60, others: 0, interval: null });
    expect(always[0]?.share).toBeGreaterThan(0.7);
    expect(always[0]?.share).toBeLessThan(1);
    expect(seatSeverities([], seats).map(({ share }) => share)).toEqual([null, null, null]);
  });

  test("takes seats that never met beside those they met", () => {
    const apart: Split[] = [
      ["s1", "s2", 3],
      ["s2", "s1", 1],
      ["s8", "s9", 1],
      ["s9", "s8", 3],
    ];
    const found = seatSeverities(repeated(apart, 20), ["s1", "s2", "s8", "s9"]);
    expect(found[0]?.share).toBeCloseTo(found[3]?.share ?? -1, 9);
    expect(found[1]?.share).toBeCloseTo(found[2]?.share ?? -1, 9);
    expect((found[0]?.share ?? 0) + (found[1]?.share ?? 0)).toBeCloseTo(1, 9);
  });

  test("covers the truth of simulated panels about as often as its interval says", () => {
    const generator = xoroshiro128plus(5);
    const random = () => (generator.next() >>> 0) / 2 ** 32;
    const logistic = (value: number) => 1 / (1 + Math.exp(-value));
    const truth = [-0.8, 0, 0.8];
    const round = () => {
      const ofRound = 2 * random() - 1;
      const pairs = Array.from({ length: 15 }, () => {
        const theta = ofRound + 4 * random() - 2.5;
        const answers = truth.map((beta) => (random() < logistic(beta + theta) ? "unfair" : "acceptable"));
        return { answers: answers as Answers };
      });
      return splitsIn(pairs, named);
    };
    const [studies, rounds] = [150, 25];
    let covered = 0;
    for (let study = 0; study < studies; study += 1) {
      const found = seatSeverities(Array.from({ length: rounds }, round), seats);
      for (const [s, { interval }] of found.entries()) {
        const real = logistic(truth[s] ?? 0);
        if (interval !== null && interval.low <= real && real <= interval.high) covered += 1;
      }
    }
    // The interval should cover the truth in 95 of 100 studies; docs/theory.md has the figures of larger trials.
    expect(covered / (studies * 3)).toBeGreaterThan(0.91);
    expect(covered / (studies * 3)).toBeLessThan(0.99);
  });
});
