import { expect, test } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { recordsOf } from "#server/learner/policy/records-prior.ts";
import { person, refuses, smallSpec } from "../fixtures.ts";

/** none, all, <= 1, > 1, <= 2, > 2, <= 3, > 3 */
const rules = hypothesisClass(smallSpec.columns, smallSpec.hypotheses);
const yes = (score: number) => ({ individual: person(score), label: 1 as const });
const no = (score: number) => ({ individual: person(score), label: 0 as const });
const settings = { roundSize: 2, pace: 10 };

test("past records charge each rule a half for each person it wrongly accepted, and less otherwise", () => {
  const { count, losses } = recordsOf(rules, [yes(4), yes(4), no(0), yes(2)], settings);
  expect(count).toBe(4);
  // 4 is accepted by everyone, > 1, > 2, > 3; 0 by everyone, <= 1, <= 2, <= 3; 2 by everyone, > 1, <= 2, <= 3
  expect(losses).toEqual(["0", "-1", "0.5", "-1.5", "0", "-1", "0", "-1"]);
});

test("past records are learned as fast as rounds of as many people", () => {
  const rate = (count: number) => Number(recordsOf(rules, Array(count).fill(yes(1)), settings).rate);
  expect(rate(1)).toBeCloseTo(5 * Math.sqrt(0.4 * Math.log(8)), 12);
  expect(rate(2)).toBe(rate(1));
  expect(rate(8)).toBeCloseTo(5 * Math.sqrt((0.4 * Math.log(8)) / 4), 12);
});

test("past records must not be empty, and rules not too many", () => {
  refuses("shape", () => recordsOf(rules, [], settings));
  const many = { ...rules, size: LIMITS.recordedRules + 1 };
  refuses("class-too-large", () => recordsOf(many, [yes(1)], settings), {
    ...{ count: many.size, most: LIMITS.recordedRules },
  });
});

test("rarely accepted people weigh up to ten times as much, and weights sum to the record count", () => {
  const records = [
    { ...yes(4), chance: 1 },
    { ...no(4), chance: 0.25 },
    { ...no(0), chance: 0.01 },
  ];
  // 1, 4 and 10 of 15, for three records: 0.2, 0.8 and 2
  const { count, losses } = recordsOf(rules, records, settings);
  expect(count).toBe(3);
  // none; all: -0.1 + 0.4 + 1; <= 1 accepts 0; > 1 accepts both of 4
  expect(losses.slice(0, 4)).toEqual(["0", "1.3", "1", "0.3"]);
});
