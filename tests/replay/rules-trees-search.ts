/**
 * Finds the decision tree of least loss if not all can be listed: from the sums over people who answer yes to a set of
 * predicates, way by way. People of a path are kept as a row: for each further predicate the sum over those of them who answer
 * yes to it, and last the sum over all of them. The row of people who answer no is the remainder.
 */

import { TOLERANCE } from "./report.ts";
import type { Drawn, Finder } from "./rules.ts";
import { keyOf, lowestNumber, polynomialOf, type Tree } from "./tree-numbers.ts";

/** A function, by its polynomial; one tree that computes it; and its loss. */
interface Candidate {
  readonly key: string;
  readonly tree: Tree;
  readonly loss: number;
}

type Row = Float64Array;

/** None, one each, pairs, then triples if the depth is 3; by the lowest member, then by the next. */
export function setsUpTo(splits: readonly number[], depth: number): number[][] {
  let [sets, longest]: number[][][] = [[[]], [[]]];
  for (let size = 1; size <= depth; size++) {
    longest = (longest ?? []).flatMap((set) =>
      splits.filter((split) => split > (set.at(-1) ?? -1)).map((split) => [...set, split]),
    );
    sets = [...(sets ?? []), ...longest];
  }
  return sets ?? [];
}

/** @returns from the sums of the cells to the rule of least loss for noise on the contexts */
export function treeSearch(splits: readonly number[], depth: 2 | 3): (sums: readonly number[]) => Finder {
  let made: ReturnType<typeof searchOver> | null = null;
  return (sums) => {
    made ??= searchOver(splits, depth);
    return made(sums);
  };
}

function searchOver(splits: readonly number[], depth: 2 | 3): (sums: readonly number[]) => Finder {
  const sets = setsUpTo(splits, depth);
  const places = new Map(sets.map((set, place) => [set.join(" "), place]));
  const placeOf = (...members: number[]) => places.get(members.sort((a, b) => a - b).join(" ")) ?? -1;
  const below = sets.map((set) =>
    Int32Array.from(subsetsOf(set), (subset) => places.get(subset.join(" ")) ?? -1),
  );
  // The last of a row is the sum over all: the set itself. A predicate that the way asked already has no place.
  const rowAt = (...asked: number[]): Int32Array =>
    Int32Array.from([...splits, -1], (split) =>
      split < 0 ? placeOf(...asked) : asked.includes(split) ? -1 : placeOf(...asked, split),
    );
  const root = rowAt();
  const first = splits.map((a) => rowAt(a));
  const second = splits.map((a) => (depth === 3 ? splits.map((b) => rowAt(...new Set([a, b]))) : []));
  const names = new Map<string, number>();

  return (sums) => (noise) => {
    const totals = Float64Array.from(sums);
    for (const [context, z] of noise.entries()) {
      for (const set of below[context] ?? []) totals[set] = (totals[set] ?? 0) + z;
    }
    const all = rowOf(totals, root);
    const yes = first.map((places) => rowOf(totals, places));
    /** People on a path of at most one answer who answer yes to a predicate. */
    const yesTo = ({ steps: [step] }: Way, split: number): Row => {
      const one = yes[split] ?? all;
      if (step === undefined) return one;
      const both = rowOf(totals, second[step.split]?.[split] ?? root);
      return step.answer ? both : rest(one, both);
    };
    const search: Search = {
      splits,
      sides(way, split) {
        const accepted = yesTo(way, split);
        return [
          { steps: [...way.steps, { split, answer: true }], row: accepted },
          { steps: [...way.steps, { split, answer: false }], row: rest(way.row, accepted) },
        ];
      },
    };
    const way: Way = { steps: [], row: all };
    const roots = rootsOf(search, way, depth);
    const limit = leastOf(way, roots);
    return nameOf(candidates(search, way, roots, { limit, slack: TOLERANCE * Math.abs(limit) }));
  };

  function nameOf(found: readonly Candidate[]): Drawn {
    const [best, ...others] = found.toSorted((a, b) => a.loss - b.loss);
    if (best === undefined) throw new Error("no tree of least loss");
    const rule = names.get(best.key) ?? lowestNumber(polynomialOf(best.tree), splits, depth) ?? -1;
    names.set(best.key, rule);
    const isNear = ({ loss }: Candidate) =>
      loss - best.loss < TOLERANCE * Math.max(Math.abs(loss), Math.abs(best.loss));
    return { rule, isUnsure: others.some(isNear) };
  }
}

interface Way {
  readonly steps: readonly { readonly split: number; readonly answer: boolean }[];
  readonly row: Row;
}

interface Search {
  readonly splits: readonly number[];
  sides(way: Way, split: number): readonly [yes: Way, no: Way];
}

/** The next predicate, and the least losses of trees after both answers. */
interface Root {
  readonly split: number;
  readonly depth: number;
  readonly sides: readonly [yes: Way, no: Way];
  readonly least: readonly [yes: number, no: number];
}

function rowOf(totals: Float64Array, places: Int32Array): Row {
  const row = new Float64Array(places.length);
  for (let at = 0; at < row.length; at++) row[at] = totals[places[at] ?? -1] ?? Number.NaN;
  return row;
}

function rest(row: Row, accepted: Row): Row {
  const left = new Float64Array(row.length);
  for (let at = 0; at < left.length; at++) left[at] = (row[at] ?? 0) - (accepted[at] ?? 0);
  return left;
}

/** Absent if one question is left: a row then has all the information. */
function rootsOf(search: Search, way: Way, depth: number): Root[] {
  if (depth === 1) return [];
  return search.splits
    .filter((split) => way.steps.every((step) => step.split !== split))
    .map((split) => {
      const [yes, no] = search.sides(way, split);
      const least = [yes, no].map((side) => leastOf(side, rootsOf(search, side, depth - 1)));
      return { split, depth, sides: [yes, no], least: [least[0] ?? 0, least[1] ?? 0] };
    });
}

/** Computes the least loss of a tree after a path. */
function leastOf({ row }: Way, roots: readonly Root[]): number {
  const total = row.at(-1) ?? 0;
  let least = Math.min(0, total);
  // NaN, for a predicate already used, is not less.
  for (const loss of row) {
    if (loss < least) least = loss;
    if (total - loss < least) least = total - loss;
  }
  for (const root of roots) least = Math.min(least, root.least[0] + root.least[1]);
  return least;
}

/** Finds the functions of trees after a path with a loss up to the limit, each once, including rounding ties. */
function candidates(
  search: Search,
  { row }: Way,
  roots: readonly Root[],
  { limit, slack }: { limit: number; slack: number },
): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (loss: number, tree: Tree, known?: string) => {
    if (!(loss <= limit + slack)) return;
    const key = known ?? keyOf(polynomialOf(tree));
    if ((found.get(key)?.loss ?? Number.POSITIVE_INFINITY) > loss) found.set(key, { key, tree, loss });
  };
  const total = row.at(-1) ?? 0;
  add(0, "0");
  add(total, "1");
  for (const split of search.splits) {
    const loss = row[split] ?? Number.NaN;
    add(loss, { asks: split, yes: "1", no: "0" });
    add(total - loss, { asks: split, yes: "0", no: "1" });
  }
  for (const { split, depth, sides, least } of roots) {
    if (least[0] + least[1] > limit + slack) continue;
    const [first, second] = sides.map((side, answer) => {
      const part = { limit: limit - (least[1 - answer] ?? 0), slack };
      return candidates(search, side, rootsOf(search, side, depth - 1), part);
    });
    for (const yes of first ?? []) {
      for (const no of second ?? []) {
        const loss = yes.loss + no.loss;
        if (yes.key === no.key) add(loss, yes.tree, yes.key);
        else add(loss, { asks: split, yes: yes.tree, no: no.tree });
      }
    }
  }
  return [...found.values()];
}

function subsetsOf(set: readonly number[]): number[][] {
  const [member, ...others] = set;
  if (member === undefined) return [[]];
  const without = subsetsOf(others);
  return without.concat(without.map((subset) => [member, ...subset]));
}
