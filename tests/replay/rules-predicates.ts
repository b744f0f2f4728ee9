/**
 * `conjunctions`, `disjunctions` and `parities` (docs/log-format-classes.md): two constants, then rule 1+S for each set S of
 * predicates. A person is the set of predicates answered with yes; all rules' losses are sums over such sets, which are exact
 * as doubles too, since costs lie on a grid: 16 million big integers a pass would take a minute.
 */

import { cellsOfSets, readPredicates } from "./predicates.ts";
import type { Fields } from "./read.ts";
import type { Column, Rules } from "./rules.ts";

const MOST_PREDICATES = 24;

export const PREDICATE_KINDS = ["conjunctions", "disjunctions", "parities"] as const;

export function predicateRules(
  kind: (typeof PREDICATE_KINDS)[number],
  predicates: readonly Fields[],
  columns: readonly Column[],
): Rules {
  const { count: n, setOf } = readPredicates(predicates, columns, MOST_PREDICATES);
  const sets = 2 ** n;
  const { accepts, losses, context } = FAMILIES[kind];
  const rules: Omit<Rules, "cells"> = {
    count: 1 + sets,
    answers: (cells) => [setOf(cells)],
    accepts: ([set = 0], rule) => (rule < 2 ? rule === 1 : accepts(rule - 1, set)),
    losses(charged) {
      const sums = new Array<bigint>(sets).fill(0n);
      for (const [[set = 0], cost] of charged) sums[set] = (sums[set] ?? 0n) + cost;
      return Array.from(lossesOf(sums), BigInt);
    },
    contexts: {
      count: n + 1,
      accepts: (rule, p) => rules.accepts([context(p === 0 ? 0 : 2 ** (p - 1), sets - 1)], rule),
    },
  };
  /** L_h of every rule, in units of the fixed point. */
  const lossesOf = (sums: readonly bigint[]): Float64Array => {
    const all = new Float64Array(1 + sets);
    for (const [set, sum] of sums.entries()) if (sum !== 0n) all[1 + set] = Number(sum);
    const total = all.reduce((sum, each) => sum + each, 0);
    losses(all.subarray(1), total);
    // Number 0 of a family is one of the constants, and handled as such.
    all[1] = total;
    return all;
  };
  return { ...rules, keepsCells: true, cells: cellsOfSets(sets, rules.losses), doubles: lossesOf };
}

/** A kind: the sets of yes-answers that rule 1+S accepts. */
interface Family {
  readonly accepts: (S: number, set: number) => boolean;
  /** Replaces the costs of the answered sets by the losses of the sets S. */
  readonly losses: (costs: Float64Array, total: number) => void;
  /** The answers of a context: one predicate differs, or none. */
  readonly context: (one: number, all: number) => number;
}

const allBut = (one: number, all: number) => all & ~one;
const only = (one: number) => one;

const FAMILIES: Readonly<Record<(typeof PREDICATE_KINDS)[number], Family>> = {
  /** Each of S: the costs of all sets that hold S. */
  conjunctions: {
    accepts: (S, set) => (S & ~set) === 0,
    losses: (costs) => passes(costs, [1, 1], [0, 1]),
    context: allBut,
  },
  /** One of S at least: all costs but those of the sets within what S leaves. */
  disjunctions: {
    accepts: (S, set) => (S & set) !== 0,
    losses(costs, total) {
      passes(costs, [1, 0], [1, 1]);
      costs.reverse();
      for (let S = 0; S < costs.length; S++) costs[S] = total - (costs[S] ?? 0);
    },
    context: only,
  },
  /** An odd number of S: half of all costs less their sum with the sign of the number's parity. */
  parities: {
    accepts: (S, set) => ones(S & set) % 2 === 1,
    losses(costs, total) {
      passes(costs, [1, 1], [1, -1]);
      for (let S = 0; S < costs.length; S++) costs[S] = (total - (costs[S] ?? 0)) / 2;
    },
    context: only,
  },
};

/** How many times the number of the set without a bit, and of that with it, make another one. */
type Row = readonly [without: number, withBit: number];

/** Bit by bit, puts another two numbers in the place of the two whose sets differ in this bit only. */
function passes(costs: Float64Array, [a, b]: Row, [c, d]: Row): void {
  for (let bit = 1; bit < costs.length; bit *= 2) {
    for (let set = 0; set < costs.length; set++) {
      if ((set & bit) !== 0) continue;
      const without = costs[set] ?? 0;
      const withBit = costs[set | bit] ?? 0;
      costs[set] = a * without + b * withBit;
      costs[set | bit] = c * without + d * withBit;
    }
  }
}

function ones(bits: number): number {
  return bits.toString(2).replaceAll("0", "").length;
}
