/** The conditions of a class, and a person as the set of those answered with yes (docs/log-format-classes.md, "Answers"). */

import { compare } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { type Cells, type Column, columnOf, numberOf, type Rules } from "./rules.ts";

export interface Predicates {
  readonly count: number;
  /** Bit b is 1 if predicate b answers yes. */
  setOf(cells: readonly Cell[]): number;
}

export function readPredicates(
  predicates: readonly Fields[],
  columns: readonly Column[],
  most: number,
): Predicates {
  const ask = askedPredicates(predicates, columns, most);
  return {
    count: predicates.length,
    setOf: (cells) => predicates.reduce((set, _, bit) => set | (Number(ask(bit, cells)) << bit), 0),
  };
}

/** Tells whether a predicate answers yes. */
export function askedPredicates(
  predicates: readonly Fields[],
  columns: readonly Column[],
  most: number,
): (predicate: number, cells: readonly Cell[]) => boolean {
  if (predicates.length > most) throw new Broken("predicates", `at most ${most}`, predicates.length);
  const differ = new Set(predicates.map(({ members }) => JSON.stringify(members)));
  if (differ.size < predicates.length) throw new Broken("predicates", "no two alike", predicates.length);
  const tests = predicates.map((fields) => {
    const isOfNumbers = ["at-most", "above"].includes(fields.text("test"));
    return { column: columnOf(fields, columns, isOfNumbers), ...testOf(fields) };
  });
  return (predicate, cells) => {
    const test = tests[predicate];
    return test !== undefined && yes(test, cells);
  };
}

/** The history's cells of every class over predicates: one per set. */
export function cellsOfSets(count: number, losses: Rules["losses"]): Cells {
  return {
    count,
    of: ([set = 0]) => [set],
    losses: (sums) => losses(sums.map((cost, set) => [[set], cost] as const)),
  };
}

interface Test {
  readonly column: number;
  /** The answer for a null cell. */
  readonly blank: boolean;
  readonly yes: (cell: string) => boolean;
}

function yes(test: Test, cells: readonly Cell[]): boolean {
  const cell = cells[test.column] ?? null;
  return cell === null ? test.blank : test.yes(cell);
}

/** A null cell answers no to every test but is-blank, unless the predicate lets it pass. */
function testOf(fields: Fields): Pick<Test, "blank" | "yes"> {
  const passes = passesBlank(fields);
  fields.only(["column", "test", "value", ...(passes ? ["blank"] : [])]);
  const test = fields.word("test", ["at-most", "above", "is", "is-not", "is-blank"]);
  if (test === "is-blank") {
    if (fields.text("value") !== "") throw new Broken("value of is-blank", "empty", fields.get("value"));
    return { blank: true, yes: () => false };
  }
  return { blank: passes, yes: cellTest(fields, test) };
}

export function passesBlank(fields: Fields): boolean {
  return fields.get("blank") !== undefined && fields.word("blank", ["pass"]) === "pass";
}

function cellTest(fields: Fields, test: "at-most" | "above" | "is" | "is-not"): Test["yes"] {
  const value = fields.text("value");
  if (test === "is") return (cell) => cell === value;
  if (test === "is-not") return (cell) => cell !== value;
  const limit = numberOf(value, "value of a predicate");
  const sign = (cell: string) => compare(numberOf(cell, "cell of a number's predicate"), limit);
  return test === "at-most" ? (cell) => sign(cell) <= 0 : (cell) => sign(cell) > 0;
}
