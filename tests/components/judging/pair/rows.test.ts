import { expect, it } from "vitest";
import { fieldRows } from "#components/judging/pair/rows.ts";

it("distinguishes fields that differ, are equal, or are blank for both", () => {
  const field = (name: string) => ({
    name,
    label: name,
    unit: "",
    type: "category" as const,
    isDate: false,
    words: {},
  });
  const person = (...cells: (string | null)[]) => ({ position: 0, chance: "0.5", cells });
  const rows = fieldRows(
    ["differs", "equal", "blank", "one side"].map(field),
    person("a", "b", null, " "),
    person("c", "b", "", "d"),
  );
  expect(rows.map(({ isEqual, isBlank }) => [isEqual, isBlank])).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [false, false],
  ]);
});
