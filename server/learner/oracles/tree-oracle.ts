import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { checkWidth } from "../classes/cells.ts";
import { type SmallSubsets, smallSubsets } from "../classes/small-subsets.ts";
import { type TreeNumbers, treeNumbers } from "../classes/tree-numbers.ts";
import { bindTree } from "../classes/trees.ts";
import { checkTotals, type Oracle } from "./oracle.ts";
import { type Found, leastStumps, type Stumps } from "./tree-stumps.ts";

/**
 * Decision trees, without a list of them. The history has one sum for each set of at most `depth` questions: the costs
 * of the people who answer yes to all of it. The noise on a context is one more such cost. From these sums, the cost of
 * all people who reach a leaf is a difference of sums. So the best last question of each path is found by counting, and
 * trees are assembled from the best subtrees on both sides of a question.
 *
 *   W(S) = Σ of costs of the people who answer yes to all of S;  W(a, not b) = W(a) - W(a, b), and so on
 *   L(path) = min over 0, W(path), W(path, c), W(path, not c) for every other question c
 *   L(tree with root a) = L(yes-tree for the people who answer yes to a) + L(no-tree for the others)
 *
 * Ties go to the lowest number. With noise, sums of trees that compute one function may differ in the last bit. The
 * number is the lowest of that function's numbers, so the result does not depend on which tree won.
 *
 * Cost: a history of 1 + n + C(n, 2) sums, and C(n, 3) more for depth 3; a call O(n²) for depth 2, O(n³) for depth 3.
 */
export function treeOracle(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  depth: 2 | 3,
): Oracle {
  const { count: n, holds } = bindTree(columns, predicates, depth);
  const sets = smallSubsets(n, depth);
  const numbers = treeNumbers(n, depth);
  return {
    size: numbers.count,
    cellCount: sets.count,
    cells(individual) {
      checkWidth(individual, columns.length);
      return cellsOf(
        sets,
        depth,
        n,
        Array.from({ length: n }, (_, b) => b).filter((b) => holds(b, individual)),
      );
    },
    transformHistory: (history) => checkTotals(history.slice()),
    search(history) {
      const lowest = cachedLowest(numbers);
      const best = depth === 2 ? leastOfTwo : leastOfThree;
      return (noise) =>
        lowest(best(leastStumps(withNoise(sets, history, noise, n, depth), sets, n, depth), n).number);
    },
  };
}

/** Returns the numbers of all subsets, of at most `depth`, of a person's yes answers. */
function cellsOf(
  { pairStart, tripleStart }: SmallSubsets,
  depth: 2 | 3,
  n: number,
  yes: readonly number[],
): number[] {
  const cells = [0, ...yes.map((a) => 1 + a)];
  for (const [i, a] of yes.entries()) {
    for (let j = i + 1; j < yes.length; j++) {
      const b = yes[j] as number;
      cells.push((pairStart[a] as number) + b);
      if (depth === 2) continue;
      const start = tripleStart[a * n + b] as number;
      for (let l = j + 1; l < yes.length; l++) cells.push(start + (yes[l] as number));
    }
  }
  return cells;
}

/**
 * W with the noise: a context that says yes to S adds its noise to every subset of S.
 *
 * @param noise one for each set: [s]
 * @returns [s]
 */
function withNoise(
  { count, pairStart }: SmallSubsets,
  history: Float64Array,
  noise: Float64Array,
  n: number,
  depth: 2 | 3,
): Float64Array {
  const sums = history.slice();
  // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
  for (let set = 0; set < count; set++) sums[set] = (sums[set] as number) + (noise[set] as number);
  const add = (set: number, z: number) => {
    sums[set] = (sums[set] as number) + z;
  };
  for (let a = 0; a < n; a++) add(0, noise[1 + a] as number);
  let set = 1 + n;
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const z = noise[set] as number;
      add(0, z);
      add(1 + a, z);
      add(1 + b, z);
      set += 1;
    }
  }
  if (depth === 2) return sums;
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const pair = (pairStart[a] as number) + b;
      for (let c = b + 1; c < n; c++) {
        const z = noise[set] as number;
        add(0, z);
        add(1 + a, z);
        add(1 + b, z);
        add(1 + c, z);
        add(pair, z);
        add((pairStart[a] as number) + c, z);
        add((pairStart[b] as number) + c, z);
        set += 1;
      }
    }
  }
  return sums;
}

/** Finds the best tree of depth 2 over all questions. */
function leastOfTwo(stumps: Stumps, n: number): Found {
  return bestRoot(stumps.everyone, n, treeNumbers(n, 2), (split) => [
    stumps.of(split, 1),
    stumps.of(split, 0),
  ]);
}

/** Finds the best tree of depth 3: the best of depth 2, or a root with the best trees of depth 2 on both sides. */
function leastOfThree(stumps: Stumps, n: number): Found {
  const below = treeNumbers(n - 1, 2);
  const side = (split: number, answer: 0 | 1) =>
    bestRoot(stumps.of(split, answer), n - 1, below, (place) => {
      const other = place < split ? place : place + 1;
      return [stumps.ofTwo(split, answer, other, 1), stumps.ofTwo(split, answer, other, 0)];
    });
  return bestRoot(leastOfTwo(stumps, n), n, treeNumbers(n, 3), (split) => [side(split, 1), side(split, 0)]);
}

/**
 * Returns the better of a tree of less depth, and of any root with the best trees on both sides; the first of equals.
 */
function bestRoot(
  shallower: Found,
  n: number,
  numbers: TreeNumbers,
  sides: (split: number) => readonly [yes: Found, no: Found],
): Found {
  let best = shallower;
  for (let split = 0; split < n; split++) {
    const [yes, no] = sides(split);
    const value = yes.value + no.value;
    if (value >= best.value) continue;
    // a tree with an earlier number is better in the last bit at most
    const number = numbers.join(split, yes.number, no.number);
    if (number !== null) best = { number, value };
  }
  return best;
}

/** Caches the lowest number of each function that was found. */
function cachedLowest(numbers: TreeNumbers): (number: number) => number {
  const known = new Map<number, number>();
  return (number) => {
    const lowest = known.get(number) ?? numbers.lowest(number);
    known.set(number, lowest);
    return lowest;
  };
}
