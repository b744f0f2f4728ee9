import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldRows } from "#components/judging/pair/rows.ts";
import { answerTo } from "#components/judging/practice/answers.ts";
import { practicePeople } from "#components/judging/practice/practice-round.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { Practice } from "#server/rounds/judging/read-practice.ts";

const plain = { unit: "", isDate: false, words: {} };
const fields: Practice["fields"] = [
  { ...plain, name: "income", label: "Income", type: "number", values: ["4000", "3600", "5200"] },
  {
    ...{ ...plain, name: "housing", label: "Housing", type: "category" },
    ...{ words: { own: "Owns", rent: "Rents" }, values: ["own", "rent"] },
  },
  { ...plain, name: "since", label: "Since", type: "number", isDate: true, values: ["19797", "19500"] },
  { ...plain, name: "region", label: "Region", type: "category", values: ["north"] },
];

const pairsOf = (people: ReturnType<typeof practicePeople>, alpha: string) =>
  eligiblePairs(
    people.map(({ chance }) => chance),
    alpha,
  );

describe("simulated people for practice", () => {
  it("have the study's columns with typical values", () => {
    const people = practicePeople(fields, "0.1");
    expect(people.map(({ chance }) => chance)).toEqual(["0.92", "0.88", "0.41", "0.164"]);
    expect(people.map(({ cells }) => cells)).toEqual([
      ["4000", "own", "19797", "north"],
      ["4000", "own", "19500", "north"],
      ["3600", "own", "19797", "north"],
      ["4000", "rent", "19797", "north"],
    ]);
    expect(pairsOf(people, "0.1")).toEqual([
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
  });

  it("always include a similar pair, a different pair, and one too close to be judged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 989 }), (thousandths) => {
        const alpha = String(thousandths / 1000);
        const people = practicePeople(fields, alpha);
        for (const { chance } of people) {
          expect(Number(chance)).toBeGreaterThanOrEqual(0);
          expect(Number(chance)).toBeLessThanOrEqual(1);
        }
        const pairs = pairsOf(people, alpha);
        expect(pairs).toContainEqual([0, 2]);
        expect(pairs).toContainEqual([0, 3]);
        expect(pairs).not.toContainEqual([0, 1]);
      }),
    );
  });

  it("differ in one or two columns in each shown pair, for any number of columns", () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 })), (columns) => {
        const people = practicePeople(
          columns.map((values) => ({ values })),
          "0.1",
        );
        const canVary = columns.filter((values) => values.length > 1).length > 2;
        for (const [high, low] of pairsOf(people, "0.1")) {
          const differing = people[high]?.cells.filter((cell, index) => cell !== people[low]?.cells[index]);
          expect(differing?.length).toBeLessThanOrEqual(2);
          if (canVary) expect(differing?.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("get feedback that describes the pair without a grade", () => {
    const people = practicePeople(fields, "0.1");
    const [first, , third, fourth] = people;
    if (!first || !third || !fourth) throw new Error("there are four");
    const rows = fieldRows(fields, first, third);
    expect(answerTo("unfair", [0, 2], people, rows, "0.1")).toBe(
      "Only Income differs. Person\u00a01 would be picked 51 more times in 100. You find this gap unfair. The pair is reported once enough of the panel flag it.",
    );
    const all = rows.map((row) => ({ ...row, isEqual: false }));
    expect(answerTo("acceptable", [0, 3], people, all, "0.1")).toMatch(
      /^They differ in everything that is shown\. Person\s1 would be picked 76 more times in 100\. You find this gap acceptable\./,
    );
    expect(answerTo("unsure", [0, 2], people, [], "0.1")).toMatch(/^Nothing that is shown differs\./);
  });
});
