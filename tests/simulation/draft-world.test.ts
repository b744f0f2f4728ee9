import { expect, it } from "vitest";
import { draftWorld } from "#server/simulation/draft-world.ts";
import { parsePlan } from "#server/simulation/plan.ts";
import { draftWith } from "#tests/study/drafts.ts";
import { learner } from "./docket-run.ts";

/** A plan of a draft whose second column is the assumed outcome; A11 means yes. */
const plan = parsePlan({
  world: {
    ...{ kind: "draft", file: "people.csv", hash: "a".repeat(64), luck: null },
    people: draftWith({}, [{}, { role: "outcome", yes: ["A11"], no: ["A12"] }]).people,
  },
  panel: { auditors: [{ kind: "silent" }] },
  learners: [
    {
      ...{ name: "A", rule: "1/1", docket: { size: 3 } },
      spec: {
        ...learner,
        columns: [
          { name: "months", type: "number" },
          { name: "remarks", type: "category" },
        ],
        hypotheses: {
          ...{ kind: "thresholds", version: 1 },
          cuts: [{ column: "months", cut: "2", side: "above" }],
        },
      },
    },
  ],
});

const world = (...rows: string[]) =>
  draftWorld(plan, new TextEncoder().encode(["months,account,remarks", ...rows].join("\n")));

it("uses the people's assumed outcomes, and the share of yes for people without one", () => {
  const { population, count, yesShare } = world("1,A11,a", "2,A12,b", "3,A11,c", "4,A11,d", "5,,e");
  expect({ count, yesShare }).toEqual({ count: 5, yesShare: 0.75 });
  expect(population.kinds.map(({ labelChance }) => labelChance)).toEqual([1, 0, 1, 1, 0.75]);
});

it.each([
  [
    "no outcome is known",
    ["1,,a", "2,,b"],
    "No outcome in the file is known. Choose another column, or chance.",
  ],
  ["one person can be read", ["1,A11,a"], "Fewer than two people can be read from the file. See step 2."],
])("refuses a file in which %s", (_what, rows, message) => {
  expect(() => world(...rows)).toThrow(message);
});
