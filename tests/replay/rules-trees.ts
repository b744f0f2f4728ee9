/**
 * Decision trees (docs/log-format-classes.md), written out one after another: more than can be listed are Broken. Each tree is
 * also a polynomial of the answers, one whole number for each set of predicates, and equal polynomials are equal functions.
 */

import type { Cell } from "./features.ts";
import { askedPredicates } from "./predicates.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { askedLosses, type Rules } from "./rules.ts";

const MOST_TREES = 100_000;
const MOST_PREDICATES = 64;

/** Whether it accepts somebody who answers yes to these predicates. */
type Tree = "0" | "1" | { readonly asks: number; readonly yes: Tree; readonly no: Tree };

export function decisionTrees(fields: readonly Fields[], columns: readonly string[], depth: number): Rules {
  if (depth !== 2 && depth !== 3) throw new Broken("depth", "2 or 3", depth);
  const ask = askedPredicates(fields, columns, MOST_PREDICATES);
  const splits = fields.map((_, split) => split);
  const count = countOf(splits.length, depth);
  if (count > MOST_TREES) throw new Broken("decision trees", `at most ${MOST_TREES} to list`, count);
  const trees = treesOver(splits, depth);
  const polynomials = trees.map(polynomialOf);
  const sets = setsUpTo(splits, depth);
  const placeOf = new Map(sets.map((set, place) => [set.join(" "), place]));
  const accepts: Rules["accepts"] = (answers, rule) => decides(trees[rule] ?? "0", answers);
  return {
    count: trees.length,
    answers: (cells: readonly Cell[]) => splits.filter((split) => ask(split, cells)),
    accepts,
    losses: (charged) => askedLosses(trees.length, accepts, charged),
    contexts: { count: sets.length, accepts: (rule, context) => accepts(sets[context] ?? [], rule) },
    cells: {
      count: sets.length,
      of: (answers) =>
        sets.flatMap((set, place) => (set.every((split) => answers.includes(split)) ? [place] : [])),
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

function countOf(splits: number, depth: number): number {
  if (depth < 0) return 0;
  if (depth === 0 || splits === 0) return 2;
  const [c, e] = [countOf(splits - 1, depth - 1), countOf(splits - 1, depth - 2)];
  return countOf(splits, depth - 1) + splits * (c * (c - 1) - e * (e - 1));
}

/** In the order of their numbers. */
function treesOver(splits: readonly number[], depth: number): Tree[] {
  if (depth === 0 || splits.length === 0) return ["0", "1"];
  const deepest = splits.flatMap((asks) => {
    const others = splits.filter((split) => split !== asks);
    const below = treesOver(others, depth - 1);
    const early = depth === 1 ? 0 : treesOver(others, depth - 2).length;
    return below.flatMap((yes, first) =>
      below.flatMap((no, second) =>
        first === second || Math.max(first, second) < early ? [] : [{ asks, yes, no }],
      ),
    );
  });
  return [...treesOver(splits, depth - 1), ...deepest];
}

function decides(tree: Tree, yes: readonly number[]): boolean {
  if (typeof tree === "string") return tree === "1";
  return decides(yes.includes(tree.asks) ? tree.yes : tree.no, yes);
}

/** By set of predicates, as its members: f = no + a (yes - no). */
function polynomialOf(tree: Tree): ReadonlyMap<string, number> {
  if (typeof tree === "string") return new Map(tree === "1" ? [["", 1]] : []);
  const { asks } = tree;
  const terms = new Map<string, number>();
  const add = (set: string, factor: number) => {
    const sum = (terms.get(set) ?? 0) + factor;
    if (sum === 0) terms.delete(set);
    else terms.set(set, sum);
  };
  const joined = (set: string) =>
    [...set.split(" ").filter((member) => member !== ""), String(asks)]
      .sort((a, b) => Number(a) - Number(b))
      .join(" ");
  for (const [set, factor] of polynomialOf(tree.no)) {
    add(set, factor);
    add(joined(set), -factor);
  }
  for (const [set, factor] of polynomialOf(tree.yes)) add(joined(set), factor);
  return terms;
}

/** Whether a lower number names the same function. */
function repeats(polynomials: readonly ReadonlyMap<string, number>[]): (rule: number) => boolean {
  const seen = new Set<string>();
  const found = polynomials.map((terms) => {
    const key = JSON.stringify([...terms].sort(([a], [b]) => (a < b ? -1 : 1)));
    const isRepeat = seen.has(key);
    seen.add(key);
    return isRepeat;
  });
  return (rule) => found[rule] === true;
}

/** None, one each, pairs, then triples if the depth is 3; by the lowest member, then by the next. */
function setsUpTo(splits: readonly number[], depth: number): number[][] {
  let [sets, longest]: number[][][] = [[[]], [[]]];
  for (let size = 1; size <= depth; size++) {
    longest = (longest ?? []).flatMap((set) =>
      splits.filter((split) => split > (set.at(-1) ?? -1)).map((split) => [...set, split]),
    );
    sets = [...(sets ?? []), ...longest];
  }
  return sets ?? [];
}
