/** The conditions of a class, and a person as the set of those answered with yes (docs/log-format-classes.md, "Answers"). */

import { compare } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { type Cells, columnOf, numberOf, type Rules } from "./rules.ts";

export interface Predicates {
  readonly count: number;
  /** Bit b is 1 if predicate b answers yes. */
  setOf(cells: readonly Cell[]): number;
}

export function readPredicates(
  predicates: readonly Fields[],
  columns: readonly string[],
  most: number,
): Predicates {
  const ask = askedPredicates(predicates, columns, most);
  return {
    count: predicates.length,
    setOf: (cells) => predicates.reduce((set, _, bit) => set | (Number(ask(bit, cells)) << bit), 0),
  };
}

/** Whether a predicate answers yes. */
export function askedPredicates(
  predicates: readonly Fields[],
  columns: readonly string[],
  most: number,
): (predicate: number, cells: readonly Cell[]) => boolean {
  if (predicates.length > most) throw new Broken("predicates", `at most ${most}`, predicates.length);
  const differ = new Set(predicates.map(({ members }) => JSON.stringify(members)));
  if (differ.size < predicates.length) throw new Broken("predicates", "no two alike", predicates.length);
  const tests = predicates.map((fields) => ({ column: columnOf(fields, columns), yes: testOf(fields) }));
  return (predicate, cells) => {
    const test = tests[predicate];
    return test !== undefined && yes(test, cells);
  };
}

/** The history's cells of every class over predicates: one a set. */
export function cellsOfSets(count: number, losses: Rules["losses"]): Cells {
  return {
    count,
    of: ([set = 0]) => [set],
    losses: (sums) => losses(sums.map((cost, set) => [[set], cost] as const)),
  };
}

interface Test {
  readonly column: number;
  readonly yes: (cell: string) => boolean;
}

/** A null cell answers no to every test. */
function yes(test: Test, cells: readonly Cell[]): boolean {
  const cell = cells[test.column] ?? null;
  return cell !== null && test.yes(cell);
}

function testOf(fields: Fields): (cell: string) => boolean {
  fields.only(["column", "test", "value"]);
  const value = fields.text("value");
  const test = fields.word("test", ["at-most", "above", "is", "is-not"]);
  if (test === "is") return (cell) => cell === value;
  if (test === "is-not") return (cell) => cell !== value;
  const limit = numberOf(value, "value of a predicate");
  const sign = (cell: string) => compare(numberOf(cell, "cell of a number's predicate"), limit);
  return test === "at-most" ? (cell) => sign(cell) <= 0 : (cell) => sign(cell) > 0;
}
