import { expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { findKinds } from "#server/workers/kind-tasks.ts";

const spec: Pick<LearnerSpec, "columns" | "hypotheses"> = {
  columns: [
    { name: "income", type: "number" },
    { name: "years", type: "number" },
  ],
  hypotheses: {
    kind: "conjunctions",
    version: 1,
    predicates: [
      { column: "income", test: "above", value: "10" },
      { column: "income", test: "above", value: "50" },
      { column: "years", test: "above", value: "3" },
    ],
  },
};
const find = (people: readonly Features[]) => {
  const { rules, kinds } = findKinds({ spec, people });
  const { sentence } = hypothesisClass(spec.columns, spec.hypotheses);
  return { rules: rules.map(sentence), kinds };
};
const row = (income: number, years: number): Features => [String(income), String(years)];

it("splits people by the rule that halves them, and by the one that quarters them with it", () => {
  // income > 10: 7 of 8; income > 50: 4 of 8; years > 3: 4 of 8, two on each side of income > 50
  const people = [
    row(60, 5),
    row(70, 5),
    row(80, 1),
    row(90, 1),
    row(40, 5),
    row(30, 5),
    row(20, 1),
    row(5, 1),
  ];
  expect(find(people)).toEqual({
    rules: ["accept if income > 50", "accept if years > 3"],
    kinds: [
      { answers: [true, true], members: [0, 1] },
      { answers: [true, false], members: [2, 3] },
      { answers: [false, true], members: [4, 5] },
      { answers: [false, false], members: [6, 7] },
    ],
  });
});

it("takes the simpler of two rules that differ by less than a tenth", () => {
  // income > 10 picks 11 of 20 and leaves 9, which is 4 tenths; with years > 3 it picks 10, which is 5
  const halved = Array.from({ length: 20 }, (_, index) => row(index < 11 ? 30 : 5, index === 0 ? 1 : 5));
  expect(find(halved).rules[0]).toBe("accept if income > 10 and years > 3");
  // 12 of 20 leave 8, 11 leave 9: both are 4 tenths
  const alike = Array.from({ length: 20 }, (_, index) => row(index < 12 ? 30 : 5, index === 0 ? 1 : 5));
  expect(find(alike).rules[0]).toBe("accept if income > 10");
});

it("has one rule where no second one quarters them, and none where nobody differs", () => {
  const rich = [row(60, 5), row(70, 5), row(5, 5), row(6, 5)];
  expect(find(rich)).toEqual({
    rules: ["accept if income > 10"],
    kinds: [
      { answers: [true], members: [0, 1] },
      { answers: [false], members: [2, 3] },
    ],
  });
  expect(find([row(60, 5), row(70, 5)])).toEqual({ rules: [], kinds: [{ answers: [], members: [0, 1] }] });
});
