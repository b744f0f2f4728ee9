import { expect, it } from "vitest";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice, PeopleDraft } from "#server/study/draft.ts";
import { matchRecords } from "#server/study/records.ts";

const column = (source: number, name: string, role: ColumnChoice["role"]): ColumnChoice => ({
  source,
  name,
  label: "",
  unit: "",
  ...plainReading("number"),
  role,
  words: [],
  chanceUnit: "share",
  yes: [],
  no: [],
  outliers: { treatment: "keep", low: "", high: "" },
});
const people: PeopleDraft = {
  format: {},
  columns: [column(2, "years at work", "both"), column(0, "id", "identifier"), column(1, "income", "rules")],
  withoutErrors: false,
};
const headers = ["id", "income", "years"];
const records = (...names: string[]) => ({ columns: names.map((name) => ({ name })) }) as never;
const choices = { format: {}, outcome: 1, yes: ["1"], no: ["0"] };

it("finds the people's columns by the names in the headers, whatever they are called since and wherever they stand", () => {
  const match = matchRecords(people, headers, records("years", "repaid", "income", "note"), choices);
  if ("missing" in match) throw new Error("nothing is missing");
  const roles = match.people.columns.map(({ source, role, name }) => [source, role, name]);
  expect(roles).toEqual([
    [0, "both", "years at work"],
    [1, "outcome", "repaid"],
    [2, "rules", "income"],
    [3, "ignored", "note"],
  ]);
  expect(match.people.columns[1]).toMatchObject({ yes: ["1"], no: ["0"] });
  // the people's features come as income, years; those of a record as years, income
  expect(match.order).toEqual([1, 0]);
});

it("names what is not there", () => {
  expect(matchRecords(people, headers, records("repaid", "years"), { ...choices, outcome: 0 })).toEqual({
    missing: ["income"],
  });
});
