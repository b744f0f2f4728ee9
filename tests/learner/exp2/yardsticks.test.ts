import { expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { bestRules, fixedError, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";

const columns = [{ name: "points", type: "number" }] as const;
const rules = hypothesisClass(columns, {
  kind: "conjunctions",
  version: 1,
  predicates: [
    { column: "points", test: "above", value: "1" },
    { column: "points", test: "above", value: "3" },
  ],
});

it("has the errors computed by hand for constant rules, a lot, and policies no panel can report", () => {
  // One of four outcomes is yes. A lot of half the people errs 1/2; (1 - 0.2) 0.25 + 0.2 · 0.1 = 0.22.
  const errors = yardstickErrors({
    yesShare: 0.25,
    pickedShare: 0.5,
    hasNumber: false,
    best: { error: 0.1, covariance: 0.15 },
    inForce: 0.3,
    alpha: 0.2,
  });
  expect(errors).toEqual({
    atRandom: 0.5,
    acceptNone: 0.25,
    acceptAll: 0.75,
    inForce: 0.3,
    unreportable: expect.closeTo(0.22, 12),
  });
  const unknown = yardstickErrors({
    yesShare: 0.25,
    pickedShare: 0.25,
    hasNumber: true,
    best: null,
    inForce: null,
    alpha: 0.2,
  });
  expect(unknown).toMatchObject({ atRandom: 0.375, unreportable: null });
});

it("mixes a constant chance with the best rule, so that it picks as many as the policy", () => {
  // People have points 1 to 8, and the best three have good outcomes. "Above 3" and "above 1" are the rules that differ between people.
  const people = [1, 2, 3, 4, 5, 6, 7, 8].map((points) => ({
    features: [String(points)],
    outcome: points > 5 ? 1 : 0,
  }));
  const best = bestRules(rules, people);
  const errorAt = (pickedShare: number) =>
    yardstickErrors({ yesShare: 3 / 8, pickedShare, hasNumber: true, best, inForce: null, alpha: 0.2 });
  /** Counts the errors of the mixture person by person, with the share a of the rule "above 3". */
  const counted = (pickedShare: number, a: number) => {
    const chances = people.map(({ features: [points] }) => {
      const constant = (pickedShare - (a * 5) / 8) / (1 - a);
      expect(constant).toBeGreaterThanOrEqual(0);
      return (1 - a) * constant + (Number(points) > 3 ? a : 0);
    });
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(8 * pickedShare, 12);
    return chances.reduce((sum, chance, i) => sum + Math.abs((people[i]?.outcome ?? 0) - chance), 0) / 8;
  };
  expect(errorAt(3 / 8).unreportable).toBeCloseTo(counted(3 / 8, 0.2), 12);
  // One of eight is less than alpha: the rule gets no larger share than there are picks.
  expect(errorAt(1 / 8).unreportable).toBeCloseTo(counted(1 / 8, 1 / 8), 12);
  expect(errorAt(1).unreportable).toBe(errorAt(1).atRandom);
});

it("finds the rules with the fewest errors and the most covariance, from outcomes or their estimates", () => {
  const person = (points: string, outcome: number) => ({ features: [points], outcome });
  const people = [person("1", 0), person("2", 0), person("3", 1), person("4", 1)];
  // "above 3" is wrong about the third person only, "above 1" about the second, both constants about two.
  // "Above 3" accepts one good person of four: 1/4 - 1/4 · 1/2; "above 1" two good of three: 2/4 - 3/4 · 1/2.
  expect(bestRules(rules, people)).toEqual({ error: 0.25, covariance: 0.125 });
  // A yes that counts 1/0.25: picking no one errs 4/2, "above 3" (4 + 1 - 2 · 4)/2.
  expect(bestRules(rules, [person("4", 4), person("0", 0)])).toEqual({ error: -1.5, covariance: 1 });
});

it("counts the errors of the rule in force by its chances", () => {
  const rule = { columns, chance: { column: "points", unit: "percent" } } as const;
  const person = (points: string, outcome: number) => ({ features: [points], outcome });
  // Chances 1, 0.3 and 0: wrong with 1 - 1, 0.3 and 1.
  expect(fixedError(rule, [person("100", 1), person("30", 0), person("0", 1)])).toBeCloseTo(1.3 / 3, 12);
});
