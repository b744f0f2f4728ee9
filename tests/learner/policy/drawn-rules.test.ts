import { expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { chanceByDraws, drawnRules } from "#server/learner/policy/drawn-rules.ts";
import { person, smallSpec } from "../fixtures.ts";

/** none, all, <= 1, > 1, <= 2, > 2, <= 3, > 3 */
const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);

test("drawn rules are listed once, with their count", () => {
  const drawn = drawnRules(rules, Float64Array.of(7, 1, 3, 7, 7));
  expect([drawn.rules.size, drawn.total, [...drawn.counts]]).toEqual([3, 5, [1, 1, 3]]);
  expect([0, 1, 2].map((place) => drawn.rules.rule(place))).toEqual([1, 3, 7]);
  expect([...drawn.rules.bits(person(2))]).toEqual([1, 1, 0]);
  expect([0, 2, 4].map((score) => chanceByDraws(drawn, person(score)))).toEqual([0.2, 0.4, 1]);
});
