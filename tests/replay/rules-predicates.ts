/**
 * `conjunctions`, `disjunctions` and `parities` (docs/log-format-classes.md): two constants, then rule 1+S for each set S of
 * predicates. A person is the set of predicates answered with yes; all rules' losses are sums over such sets.
 */

import { cellsOfSets, readPredicates } from "./predicates.ts";
import type { Fields } from "./read.ts";
import type { Rules } from "./rules.ts";

const MOST_PREDICATES = 20;

export const PREDICATE_KINDS = ["conjunctions", "disjunctions", "parities"] as const;

export function predicateRules(
  kind: (typeof PREDICATE_KINDS)[number],
  predicates: readonly Fields[],
  columns: readonly string[],
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
      let total = 0n;
      for (const [[set = 0], cost] of charged) {
        sums[set] = (sums[set] ?? 0n) + cost;
        total += cost;
      }
      // number 0 of a family is one of the constants, and is set down as such
      return [0n, total, ...losses(sums, total).slice(1)];
    },
    contexts: {
      count: n + 1,
      accepts: (rule, p) => rules.accepts([context(p === 0 ? 0 : 2 ** (p - 1), sets - 1)], rule),
    },
  };
  return { ...rules, cells: cellsOfSets(sets, rules.losses) };
}

/** One kind: which sets of yes-answers rule 1+S accepts, and the losses of the sets S from the costs of the sets answered. */
interface Family {
  readonly accepts: (S: number, set: number) => boolean;
  readonly losses: (costs: bigint[], total: bigint) => bigint[];
  /** Whose answers a context is: one predicate is told apart, or none. */
  readonly context: (one: number, all: number) => number;
}

const allBut = (one: number, all: number) => all & ~one;
const only = (one: number) => one;

const FAMILIES: Readonly<Record<(typeof PREDICATE_KINDS)[number], Family>> = {
  /** Each of S: the costs of all sets that hold S. */
  conjunctions: {
    accepts: (S, set) => (S & ~set) === 0,
    losses: (costs) => passes(costs, (without, withBit) => [without + withBit, withBit]),
    context: allBut,
  },
  /** One of S at least: all costs but those of the sets within what S leaves. */
  disjunctions: {
    accepts: (S, set) => (S & set) !== 0,
    losses(costs, total) {
      const within = passes(costs, (without, withBit) => [without, without + withBit]);
      return within.map((_, S) => total - (within[within.length - 1 - S] ?? 0n));
    },
    context: only,
  },
  /** An odd number of S: half of all costs less their sum with the sign of the number's parity. */
  parities: {
    accepts: (S, set) => ones(S & set) % 2 === 1,
    losses: (costs, total) =>
      passes(costs, (without, withBit) => [without + withBit, without - withBit]).map(
        (signed) => (total - signed) / 2n,
      ),
    context: only,
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
