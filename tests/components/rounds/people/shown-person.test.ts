import { expect, it } from "vitest";
import {
  cardsOf,
  identifiedName,
  identifierWords,
  keyCells,
  keyCellsInWords,
} from "#components/rounds/people/shown-person.ts";
import type { FieldWords } from "#server/study/words.ts";

const field = (name: string, more: Partial<FieldWords> = {}): FieldWords => ({
  ...{ name, label: name, unit: "", type: "category", isDate: false, words: {} },
  ...more,
});
const fields = [
  field("Income", { type: "number", unit: "€" }),
  field("Housing", { words: { A1: "own" } }),
  field("Work"),
  field("Town"),
];
const person = {
  position: 0,
  chance: "0.5",
  cells: ["1200", "A1", null, "Ulm"],
  identifiers: ["case-7", null, "B"],
};

it("shows the first three fields next to a person, and hides the others in a fold", () => {
  expect(keyCells(fields, person)).toEqual({
    first: [
      { name: "Income", label: "Income", cell: "€1,200" },
      { name: "Housing", label: "Housing", cell: "own" },
      { name: "Work", label: "Work", cell: "not given" },
    ],
    rest: [{ name: "Town", label: "Town", cell: "Ulm" }],
  });
  expect(keyCellsInWords(fields, person)).toBe("Income €1,200, Housing own, Work not given");
});

it("shows nothing of an erased person, and no identifier if there is none", () => {
  expect(keyCells(fields, { cells: null })).toBeNull();
  expect(keyCellsInWords(fields, { cells: null })).toBeNull();
  expect(identifierWords(person)).toBe("case-7, B");
  expect(identifierWords({ identifiers: null })).toBeNull();
  expect(identifiedName({ ...person, position: 1 })).toBe("Person\u00a02, case-7, B");
  expect(identifiedName({ position: 1, identifiers: null })).toBe("Person\u00a02");
  expect(identifierWords({ identifiers: [null, " "] })).toBeNull();
});

it("passes on only the visible fields of a pair", () => {
  const row = { ...person, position: 1, selected: true, personId: "p9" };
  const { high, low } = cardsOf({ people: [person, row], fields, alpha: "0.1" }, 1, 0);
  expect(high).toEqual({ ...person, position: 1 });
  expect(low).toEqual(person);
  expect(() => cardsOf({ people: [person], fields, alpha: "0.1" }, 1, 0)).toThrow("no person at position 1");
});
