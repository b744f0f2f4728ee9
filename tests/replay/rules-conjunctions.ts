/**
 * `conjunctions` (docs/log-format.md, section 5): no one, then rule 1+S for each set S of predicates. A person is the
 * set of predicates answered with yes; a rule's loss is the sum over all sets that contain S (superset sums).
 */

import { compare } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { columnOf, numberOf, type Rules } from "./rules.ts";

const MOST_PREDICATES = 20;

export function conjunctions(predicates: readonly Fields[], columns: readonly string[]): Rules {
  if (predicates.length > MOST_PREDICATES) {
    throw new Broken("predicates", `at most ${MOST_PREDICATES}`, predicates.length);
  }
  const tests = predicates.map((fields) => ({ column: columnOf(fields, columns), yes: testOf(fields) }));
  const sets = 2 ** tests.length;
  return {
    count: 1 + sets,
    answers: (cells) => [tests.reduce((set, test, bit) => set | (yes(test, cells) << bit), 0)],
    accepts: ([set = 0], rule) => rule >= 1 && ((rule - 1) & ~set) === 0,
    losses(charged) {
      const sums = new Array<bigint>(sets).fill(0n);
      for (const [[set = 0], cost] of charged) sums[set] = (sums[set] ?? 0n) + cost;
      for (let bit = 1; bit < sets; bit *= 2) {
        for (let set = 0; set < sets; set++) {
          if ((set & bit) === 0) sums[set] = (sums[set] ?? 0n) + (sums[set | bit] ?? 0n);
        }
      }
      return [0n, ...sums];
    },
  };
}

interface Test {
  readonly column: number;
  readonly yes: (cell: string) => boolean;
}

/** A null cell answers no to every test. */
function yes(test: Test, cells: readonly Cell[]): number {
  const cell = cells[test.column] ?? null;
  return Number(cell !== null && test.yes(cell));
}

function testOf(fields: Fields): (cell: string) => boolean {
  const value = fields.text("value");
  const test = fields.word("test", ["at-most", "above", "is", "is-not"]);
  if (test === "is") return (cell) => cell === value;
  if (test === "is-not") return (cell) => cell !== value;
  const limit = numberOf(value, "value of a predicate");
  const sign = (cell: string) => compare(numberOf(cell, "cell of a number's predicate"), limit);
  return test === "at-most" ? (cell) => sign(cell) <= 0 : (cell) => sign(cell) > 0;
}
