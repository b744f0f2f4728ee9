import { expect, it } from "vitest";
import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import { answering, classOf, everyClass } from "./class-fixtures.ts";

/** More people than a byte can count. */
const people = Array.from({ length: 600 }, (_, index) => answering((index * index) % 256, String(index % 5)));

it.each(everyClass)("the count of acceptances equals the count of yes answers: $kind", (spec) => {
  const rules = classOf(spec);
  const counts = new Array<number>(rules.size).fill(0);
  for (const person of people) {
    for (const [h, bit] of rules.bits(person).entries()) counts[h] = (counts[h] ?? 0) + bit;
  }
  expect([...acceptedCounts(rules, people)]).toEqual(counts);
  expect(counts[rules.constants.all]).toBe(600);
  expect(acceptedCounts(rules, [])).toEqual(new Float64Array(rules.size));
});
