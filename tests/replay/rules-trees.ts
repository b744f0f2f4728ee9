/**
 * Decision trees (docs/log-format-classes.md): written out one after another, or, where there are more than can be, searched.
 * Each tree is also a polynomial of the answers, and equal polynomials are equal functions.
 */

import type { Cell } from "./features.ts";
import { askedPredicates } from "./predicates.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { askedLosses, type Column, type Rules } from "./rules.ts";
import { setsUpTo, treeSearch } from "./rules-trees-search.ts";
import { countOf, keyOf, type Polynomial, polynomialOf, type Tree, treeAt } from "./tree-numbers.ts";

const MOST_TREES = 100_000;
const MOST_PREDICATES = 64;

export function decisionTrees(fields: readonly Fields[], columns: readonly Column[], depth: number): Rules {
  if (depth !== 2 && depth !== 3) throw new Broken("depth", "2 or 3", depth);
  const ask = askedPredicates(fields, columns, MOST_PREDICATES);
  const splits = fields.map((_, split) => split);
  const count = countOf(splits.length, depth);
  const sets = setsUpTo(splits, depth);
  const known = new Map<number, Tree>();
  const accepts: Rules["accepts"] = (answers, rule) => {
    const tree = known.get(rule) ?? treeAt(splits, depth, rule);
    known.set(rule, tree);
    return decides(tree, answers);
  };
  const rules = {
    count,
    answers: (cells: readonly Cell[]) => splits.filter((split) => ask(split, cells)),
    accepts,
    losses: (charged: Parameters<Rules["losses"]>[0]) =>
      count > MOST_TREES ? notListed(count) : askedLosses(count, accepts, charged),
    contexts: {
      count: sets.length,
      accepts: (rule: number, context: number) => accepts(sets[context] ?? [], rule),
    },
  };
  const cells: Omit<Rules["cells"], "losses"> = {
    count: sets.length,
    of: (answers) =>
      sets.flatMap((set, place) => (set.every((split) => answers.includes(split)) ? [place] : [])),
  };
  if (count > MOST_TREES) {
    return {
      ...rules,
      cells: { ...cells, losses: () => notListed(count) },
      search: treeSearch(splits, depth),
    };
  }
  const polynomials = Array.from({ length: count }, (_, rule) => polynomialOf(treeAt(splits, depth, rule)));
  const placeOf = new Map(sets.map((set, place) => [set.join(" "), place]));
  return {
    ...rules,
    cells: {
      ...cells,
      losses: (sums) =>
        polynomials.map((terms) =>
          [...terms].reduce(
            (sum, [set, factor]) => sum + BigInt(factor) * (sums[placeOf.get(set) ?? -1] ?? 0n),
            0n,
          ),
        ),
    },
    isRepeat: repeats(polynomials),
  };
}

function notListed(count: number): never {
  throw new Broken("decision trees", `at most ${MOST_TREES} to list`, count);
}

function decides(tree: Tree, yes: readonly number[]): boolean {
  if (typeof tree === "string") return tree === "1";
  return decides(yes.includes(tree.asks) ? tree.yes : tree.no, yes);
}

/** Tells whether a lower number has the same function. */
function repeats(polynomials: readonly Polynomial[]): (rule: number) => boolean {
  const seen = new Set<string>();
  const found = polynomials.map((terms) => {
    const key = keyOf(terms);
    const isRepeat = seen.has(key);
    seen.add(key);
    return isRepeat;
  });
  return (rule) => found[rule] === true;
}
