import { expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { bestRuleError, fixedError, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";

const columns = [{ name: "points", type: "number" }] as const;
const rules = hypothesisClass(columns, {
  kind: "conjunctions",
  version: 1,
  predicates: [
    { column: "points", test: "above", value: "1" },
    { column: "points", test: "above", value: "3" },
  ],
});

it("errs as computed by hand for constant rules, a lot, and what no panel can report", () => {
  // One of four outcomes is yes. A lot of half the people errs 1/2; (1 - 0.2) 0.25 + 0.2 · 0.1 = 0.22.
  const errors = yardstickErrors({
    yesShare: 0.25,
    pickedShare: 0.5,
    bestRule: 0.1,
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
    bestRule: null,
    inForce: null,
    alpha: 0.2,
  });
  expect(unknown).toMatchObject({ atRandom: 0.375, unreportable: null });
});

it("finds the rule with the fewest errors, from outcomes or their estimates", () => {
  const person = (points: string, outcome: number) => ({ features: [points], outcome });
  const people = [person("1", 0), person("2", 0), person("3", 1), person("4", 1)];
  // "above 3" is wrong about the third person only, "above 1" about the second, both constants about two.
  expect(bestRuleError(rules, people)).toBe(0.25);
  // A yes that counts 1/0.25: picking nobody errs 4/2, "above 3" (4 + 1 - 2 · 4)/2.
  expect(bestRuleError(rules, [person("4", 4), person("0", 0)])).toBe(-1.5);
});

it("counts the errors of the rule in force by its chances", () => {
  const rule = { columns, chance: { column: "points", unit: "percent" } } as const;
  const person = (points: string, outcome: number) => ({ features: [points], outcome });
  // Chances 1, 0.3 and 0: wrong with 1 - 1, 0.3 and 1.
  expect(fixedError(rule, [person("100", 1), person("30", 0), person("0", 1)])).toBeCloseTo(1.3 / 3, 12);
});
