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
  cuts: "",
});
const people: PeopleDraft = {
  format: {},
  columns: [column(2, "years at work", "both"), column(0, "id", "identifier"), column(1, "income", "rules")],
  withoutErrors: false,
};
const headers = ["id", "income", "years"];
const records = (...names: string[]) => ({ columns: names.map((name) => ({ name })) }) as never;
const choices = { format: {}, outcome: 1, yes: ["1"], no: ["0"], chance: null };

it("finds the people's columns by header name, in any order and despite renaming", () => {
  const match = matchRecords(people, headers, records("years", "repaid", "income", "note"), choices);
  if (!("order" in match)) throw new Error("nothing is missing");
  const roles = match.people.columns.map(({ source, role, name }) => [source, role, name]);
  expect(roles).toEqual([
    [0, "both", "years at work"],
    [1, "outcome", "repaid"],
    [2, "rules", "income"],
    [3, "ignored", "note"],
  ]);
  expect(match.people.columns[1]).toMatchObject({ yes: ["1"], no: ["0"] });
  // The people's features come as income, years; those of a record as years, income.
  expect(match.order).toEqual([1, 0]);
});

it("lists the missing columns", () => {
  expect(matchRecords(people, headers, records("repaid", "years"), { ...choices, outcome: 0 })).toEqual({
    missing: ["income"],
  });
});

it("also reads past chances from their column, and matches people", () => {
  const names = records("chance", "years", "repaid", "income", "id");
  const given = { ...choices, outcome: 2 };
  const match = matchRecords(people, headers, names, { ...given, chance: 0 });
  if (!("order" in match)) throw new Error("everything fits");
  // A record's features come as chance, years, income.
  expect(match.order).toEqual([2, 1]);
  expect(match.chance?.place).toBe(0);
  expect(match.hasIdentifiers).toBe(true);
  expect(match.people.columns.map(({ role }) => role)).toEqual([
    "rules",
    "both",
    "outcome",
    "rules",
    "identifier",
  ]);
  for (const chance of [2, 3]) {
    expect(matchRecords(people, headers, names, { ...given, chance })).toEqual({ isChanceTaken: true });
  }
});

it("does not need the chances of the rule in force, since no rule uses them", () => {
  const withChance = { ...people, columns: [...people.columns, column(3, "in force", "chance")] };
  const match = matchRecords(
    withChance,
    [...headers, "in force"],
    records("years", "repaid", "income"),
    choices,
  );
  if (!("order" in match)) throw new Error("nothing is missing");
  // No cell of a record is at -1.
  expect(match.order).toEqual([1, 0, -1]);
});
