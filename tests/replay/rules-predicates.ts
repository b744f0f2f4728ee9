/**
 * `conjunctions`, `disjunctions` and `parities` (docs/log-format-classes.md): two constants, then rule 1+S for each set S of
 * predicates. A person is the set of predicates answered with yes; all rules' losses are sums over such sets.
 */

import { compare } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { columnOf, numberOf, type Rules } from "./rules.ts";

const MOST_PREDICATES = 20;

export const PREDICATE_KINDS = ["conjunctions", "disjunctions", "parities"] as const;

export function predicateRules(
  kind: (typeof PREDICATE_KINDS)[number],
  predicates: readonly Fields[],
  columns: readonly string[],
): Rules {
  if (predicates.length > MOST_PREDICATES) {
    throw new Broken("predicates", `at most ${MOST_PREDICATES}`, predicates.length);
  }
  const differ = new Set(predicates.map(({ members }) => JSON.stringify(members)));
  if (differ.size < predicates.length) throw new Broken("predicates", "no two alike", predicates.length);
  const tests = predicates.map((fields) => ({ column: columnOf(fields, columns), yes: testOf(fields) }));
  const sets = 2 ** tests.length;
  const { accepts, losses } = FAMILIES[kind];
  return {
    count: 1 + sets,
    answers: (cells) => [tests.reduce((set, test, bit) => set | (yes(test, cells) << bit), 0)],
    accepts: ([set = 0], rule) => (rule < 2 ? rule === 1 : accepts(rule - 1, set)),
    losses(charged) {
      const sums = new Array<bigint>(sets).fill(0n);
      let total = 0n;
      for (const [[set = 0], cost] of charged) {
        sums[set] = (sums[set] ?? 0n) + cost;
        total += cost;
      }
      // number 0 of a family is one of the constants, and is set down as such
      return [0n, total, ...losses(sums, total).slice(1)];
    },
  };
}

/** One kind: which sets of yes-answers rule 1+S accepts, and the losses of the sets S from the costs of the sets answered. */
interface Family {
  readonly accepts: (S: number, set: number) => boolean;
  readonly losses: (costs: bigint[], total: bigint) => bigint[];
}

const FAMILIES: Readonly<Record<(typeof PREDICATE_KINDS)[number], Family>> = {
  /** Each of S: the costs of all sets that hold S. */
  conjunctions: {
    accepts: (S, set) => (S & ~set) === 0,
    losses: (costs) => passes(costs, (without, withBit) => [without + withBit, withBit]),
  },
  /** One of S at least: all costs but those of the sets within what S leaves. */
  disjunctions: {
    accepts: (S, set) => (S & set) !== 0,
    losses(costs, total) {
      const within = passes(costs, (without, withBit) => [without, without + withBit]);
      return within.map((_, S) => total - (within[within.length - 1 - S] ?? 0n));
    },
  },
  /** An odd number of S: half of all costs less their sum with the sign of the number's parity. */
  parities: {
    accepts: (S, set) => ones(S & set) % 2 === 1,
    losses: (costs, total) =>
      passes(costs, (without, withBit) => [without + withBit, without - withBit]).map(
        (signed) => (total - signed) / 2n,
      ),
  },
};

/** Bit by bit, puts another two numbers in the place of the two whose sets differ in this bit only. */
function passes(costs: bigint[], step: (without: bigint, withBit: bigint) => [bigint, bigint]): bigint[] {
  for (let bit = 1; bit < costs.length; bit *= 2) {
    for (let set = 0; set < costs.length; set++) {
      if ((set & bit) !== 0) continue;
      [costs[set], costs[set | bit]] = step(costs[set] ?? 0n, costs[set | bit] ?? 0n);
    }
  }
  return costs;
}

function ones(bits: number): number {
  return bits.toString(2).replaceAll("0", "").length;
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
  fields.only(["column", "test", "value"]);
  const value = fields.text("value");
  const test = fields.word("test", ["at-most", "above", "is", "is-not"]);
  if (test === "is") return (cell) => cell === value;
  if (test === "is-not") return (cell) => cell !== value;
  const limit = numberOf(value, "value of a predicate");
  const sign = (cell: string) => compare(numberOf(cell, "cell of a number's predicate"), limit);
  return test === "at-most" ? (cell) => sign(cell) <= 0 : (cell) => sign(cell) > 0;
}
