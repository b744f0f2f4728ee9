import { describe, expect, it } from "vitest";
import { compareErrors, estimateMean, estimateRound } from "#server/analysis/findings/loss-estimate.ts";

const person = (chance: number, selected: boolean, label: 0 | 1 | "lost" | null) => ({
  chance,
  selected,
  label,
});

describe("the estimate of a round's loss", () => {
  it("weighs each known outcome by the chance in its round", () => {
    // p + (1 - 2p) s y/p: 0.5 + 0 = 0.5 · 0.25 + 0.5/0.25 = 2.25 · 0.8 (y = 0) · 0.1 (not picked); 3.65 in all.
    const people = [
      person(0.5, true, 1),
      person(0.25, true, 1),
      person(0.8, true, 0),
      person(0.1, false, null),
    ];
    const { low, high, pendingCount, lostCount } = estimateRound({ people });
    expect(low).toBeCloseTo(3.65 / 4, 12);
    expect(high).toBe(low);
    expect([pendingCount, lostCount]).toEqual([0, 0]);
  });

  it("has the true loss as its mean over the draw", () => {
    // Two people, p = 0.3 with y = 1 and p = 0.6 with y = 0: Error = 0.7 + 0.6 = 1.3.
    const of = (first: boolean, second: boolean) =>
      estimateRound({ people: [person(0.3, first, 1), person(0.6, second, 0)] }).low * 2;
    const mean =
      0.3 * 0.6 * of(true, true) +
      0.3 * 0.4 * of(true, false) +
      0.7 * 0.6 * of(false, true) +
      0.7 * 0.4 * of(false, false);
    expect(mean).toBeCloseTo(1.3, 12);
  });

  it("is a range while an outcome is unknown, and distinguishes awaited from lost", () => {
    // Either y = 0: 0.25, or y = 1: 2.25.
    const people = [person(0.25, true, null), person(0.25, true, "lost")];
    expect(estimateRound({ people })).toEqual({
      low: 0.25,
      high: 2.25,
      knownCount: 0,
      pendingCount: 1,
      lostCount: 1,
    });
  });

  it("counts nothing for a person who can never be picked", () => {
    expect(estimateRound({ people: [person(0, false, null)] })).toMatchObject({ low: 0, high: 0 });
  });
});

describe("the mean over rounds", () => {
  it("weighs rounds by their people, with an interval from the spread between them", () => {
    // Sizes 2, 2, 4 with 0.5, 0.25, 0.25: M = (1 + 0.5 + 1)/8 = 0.3125.
    // Σ n²(e - M)² = 4·0.1875² + 4·0.0625² + 16·0.0625² = 0.140625 + 0.015625 + 0.0625 = 0.21875
    // error √(3/2 · 0.21875)/8 = 0.071603..., q = 4.303: ± 0.308109
    const rounds = [
      { size: 2, low: 0.5, high: 0.5, knownCount: 1 },
      { size: 2, low: 0.25, high: 0.25, knownCount: 1 },
      { size: 4, low: 0.25, high: 0.25, knownCount: 1 },
    ];
    const { mean, interval } = estimateMean(rounds);
    expect(mean).toBeCloseTo(0.3125, 12);
    expect(interval?.low).toBeCloseTo(0.3125 - 0.308109, 5);
    expect(interval?.high).toBeCloseTo(0.3125 + 0.308109, 5);
  });

  it("has no interval after one round, and stays within the possible range", () => {
    expect(estimateMean([{ size: 2, low: 0.5, high: 0.5, knownCount: 1 }]).interval).toBeNull();
    const apart = estimateMean([
      { size: 2, low: 0, high: 0, knownCount: 1 },
      { size: 2, low: 1, high: 1, knownCount: 1 },
    ]);
    expect(apart.interval).toEqual({ low: 0, high: 1 });
  });

  it("needs at least ten outcomes of two rounds", () => {
    const of = (...known: number[]) =>
      estimateMean(known.map((knownCount) => ({ size: 5, low: 0.14, high: 0.14, knownCount })));
    expect(of(0, 0, 0)).toMatchObject({ outcomeCount: 0, isSupported: false });
    expect(of(10)).toMatchObject({ outcomeCount: 10, isSupported: false });
    expect(of(5, 4)).toMatchObject({ outcomeCount: 9, isSupported: false });
    expect(of(5, 5)).toMatchObject({ outcomeCount: 10, isSupported: true });
    // One outcome of a person with chance 0.1 can weigh more than all people together.
    const [mean] = [estimateMean([1, 2].map(() => ({ size: 1, low: 8, high: 8, knownCount: 5 })))];
    expect([mean.mean, mean.interval]).toEqual([1, { low: 1, high: 1 }]);
  });

  it("widens to both possible values of a lost outcome", () => {
    const rounds = [
      { size: 1, low: 0.2, high: 0.4, knownCount: 1 },
      { size: 1, low: 0.2, high: 0.4, knownCount: 1 },
    ];
    const { mean, interval } = estimateMean(rounds);
    expect(mean).toBeCloseTo(0.3, 12);
    expect(interval?.low).toBeCloseTo(0.2, 12);
    expect(interval?.high).toBeCloseTo(0.4, 12);
  });
});

describe("the comparison with other rules", () => {
  const roundOf = (people: ReturnType<typeof person>[]) => ({
    size: people.length,
    expectedCount: people.reduce((sum, { chance }) => sum + chance, 0),
    policy: estimateRound({ people }),
    acceptNone: estimateRound({ people: people.map((each) => ({ ...each, policy: 0 })) }),
    inForce: null,
  });

  it("has the errors of picking no one, everyone, or as many at random, with all outcomes", () => {
    // Everyone is picked for certain: 3 of 4 are yes, so picking no one is wrong 3 times in 4.
    const people = [person(1, true, 1), person(1, true, 1), person(1, true, 1), person(1, true, 0)];
    const compared = compareErrors([roundOf(people), roundOf(people)]);
    expect(compared?.policy.mean).toBe(0.25);
    expect(compared?.acceptNone.mean).toBe(0.75);
    expect(compared?.acceptAll.mean).toBe(0.25);
    expect(compared?.atRandom.mean).toBe(0.25);
  });

  it("gives a rule of chance q the errors q + (1 - 2 q) y, with a range for a lost outcome", () => {
    // Picked with 1/2 each: the known yes counts 2, the lost one 0 or 2.
    const people = [person(0.5, true, 1), person(0.5, true, "lost"), person(0.5, false, null)];
    const compared = compareErrors([roundOf(people), roundOf([person(0.5, true, 0)])]);
    expect(compared?.atRandom.mean).toBe(0.5);
    expect(compared?.acceptNone.mean).toBeCloseTo((2 + 1) / 4, 12);
    expect(compared?.acceptAll.mean).toBeCloseTo(1 - (2 + 1) / 4, 12);
  });

  it("takes differences round by round, so that shared outcomes cancel", () => {
    // Everyone is picked for certain, one bad outcome of two in the first round and none in the second.
    const rounds = [
      roundOf([person(1, true, 1), person(1, true, 0)]),
      roundOf([person(1, true, 1), person(1, true, 1)]),
    ];
    const difference = compareErrors(rounds)?.difference;
    expect(difference?.acceptAll).toEqual({ low: 0, high: 0 });
    // 1/2 - 1/2 and 0 - 1: the mean is -1/2, Student's t with one degree is 12.706.
    const half = (12.7062 * Math.sqrt(2 * 2 * (2 * 0.5) ** 2)) / 4;
    expect(difference?.acceptNone?.low).toBeCloseTo(-0.5 - half, 3);
    expect(difference?.acceptNone?.high).toBeCloseTo(-0.5 + half, 3);
    expect(compareErrors(rounds.slice(1))?.difference.acceptNone).toBeNull();
  });

  it("has a difference as wide as a lost outcome requires", () => {
    const people = [person(0.5, true, "lost"), person(0.5, false, null)];
    const { low = 0, high = 0 } =
      compareErrors([roundOf(people), roundOf(people)])?.difference.acceptNone ?? {};
    // The policy errs 1/2 in both cases; picking no one errs 0 or 1.
    expect([low, high]).toEqual([expect.closeTo(-0.5, 9), expect.closeTo(0.5, 9)]);
  });

  it("includes the rule in force only over rounds with known chances", () => {
    const people = [person(1, true, 1), person(1, true, 1), person(1, true, 0), person(1, true, 0)];
    // In force: certain of the first and the third person, so wrong about the second and the third.
    const inForce = estimateRound({
      people: people.map((each, i) => ({ ...each, policy: i % 2 === 0 ? 1 : 0 })),
    });
    const compared = compareErrors([{ ...roundOf(people), inForce }, roundOf(people)]);
    expect(compared?.inForce).toMatchObject({ mean: 0.5, roundCount: 1, outcomeCount: 4, interval: null });
    expect(compared?.difference.inForce).toBeNull();
    const twice = compareErrors([roundOf(people), roundOf(people)].map((round) => ({ ...round, inForce })));
    // The policy picks everyone and errs 1/2 too, in both rounds.
    expect(twice?.difference.inForce).toEqual({ low: 0, high: 0 });
    expect(compareErrors([roundOf(people)])?.inForce).toBeNull();
  });

  it("is none before a round is settled", () => {
    expect(compareErrors([])).toBeNull();
  });
});
