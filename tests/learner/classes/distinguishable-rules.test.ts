import fc from "fast-check";
import { expect, test } from "vitest";
import { distinguishableRules } from "#server/learner/classes/distinguishable-rules.ts";
import { thresholds } from "#server/learner/classes/thresholds.ts";
import { answering, classOf, predicates } from "../class-fixtures.ts";

const columns = ["a", "b"].map((name) => ({ name, type: "number" }) as const);
const rules = thresholds(columns, [
  { column: "a", from: "0", step: "0.5", count: 12 },
  { column: "a", cut: "9", side: "at-most" },
  { column: "a", cut: "10" },
  { column: "b", from: "-3", step: "1", count: 7, side: "above" },
]);
const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -9, max: 22 }).map((value) => String(value / 2)),
);

test("of thresholds are the first of all rules that answer some people alike, and answer as they do", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), (people) => {
      const told = distinguishableRules(rules, people);
      const numbers = Array.from({ length: told.size }, (_, index) => told.rule(index));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      const answers = people.map((person) => rules.bits(person));
      for (const [index, person] of people.entries()) {
        expect([...told.bits(person)]).toEqual(numbers.map((rule) => answers[index]?.[rule]));
      }
      const seen = new Set(numbers.map((rule) => answers.map((bits) => bits[rule]).join()));
      for (let rule = 0; rule < rules.size; rule += 1) {
        if (!numbers.includes(rule)) expect(seen).toContain(answers.map((bits) => bits[rule]).join());
      }
      // two of a column's parts, both ways, and one more for each end of a side
      expect(told.size).toBeLessThanOrEqual(2 + 2 * (people.length + 3) + people.length + 1);
    }),
  );
});

test("of other classes are all of them", () => {
  const asked = classOf({ kind: "conjunctions", version: 1, predicates: predicates(3) });
  const told = distinguishableRules(asked, [answering(1)]);
  expect([told.size, told.rule(7), [...told.bits(answering(5))]]).toEqual([
    9,
    7,
    [...asked.bits(answering(5))],
  ]);
});
