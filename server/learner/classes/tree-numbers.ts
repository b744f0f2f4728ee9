/** A decision tree over n splits: an answer, or a split (its position) with a tree for each answer to it. */
export type Tree = 0 | 1 | { readonly split: number; readonly yes: Tree; readonly no: Tree };

/**
 * Numbers all trees of at most a depth over n splits in which no path tests a split twice: every such tree once, as it
 * is written. Two trees that compute the same function are one rule with two numbers; `lowest` names it.
 *
 *   C_0(n) = 2,  C_d(n) = C_{d-1}(n) + n (c (c - 1) - e (e - 1)),
 *   c = C_{d-1}(n - 1),  e = C_{d-2}(n - 1) and 0 for d = 1
 *
 * Trees of less depth come first, in their own order. The others are ordered by the split at the root, then by the
 * number of the tree of "yes" among the trees of depth d - 1 over the other splits (in their order), then by that of
 * "no". The two differ and are not both below e, because such a tree came before.
 */
export type TreeNumbers = {
  /** C_d(n): at most 2^53. */
  readonly count: number;
  /** The tree of a number, its splits as positions among all n. */
  treeOf(number: number): Tree;
  /**
   * The number of a tree from its root's position and its subtrees' numbers, each among the trees of depth d - 1 over
   * the other n - 1 splits. Null if the tree has an earlier number: two equal subtrees, or two of depth d - 2.
   */
  join(split: number, yes: number, no: number): number | null;
  /** The lowest number of any tree with the same decisions as this tree on every combination of answers. */
  lowest(number: number): number;
};

/**
 * @param splitCount n, 0 or more
 * @param depth d, 0 or more
 * Cost: O(d) to make; `lowest` O(d · 2^(d + 2^d)), 7 splits of a tree of depth 3 at most.
 * Source: NOTATION row "trees".
 */
export function treeNumbers(splitCount: number, depth: number): TreeNumbers {
  const [n, d] = [splitCount, depth];
  const shallower = countTrees(n, d - 1);
  const c = countTrees(n - 1, d - 1);
  const e = countTrees(n - 1, d - 2);
  // numbers of one root: yes below e with the c - e trees that are not; then any other yes with all c - 1 different
  // trees
  const early = e * (c - e);
  const ofRoot = early + (c - e) * (c - 1);
  return {
    count: countTrees(n, d),
    treeOf: (number) => treeOf(n, d, number),
    join(split, yes, no) {
      if (yes === no || (yes < e && no < e)) return null;
      const first = shallower + split * ofRoot;
      if (yes < e) return first + yes * (c - e) + (no - e);
      // Stryker disable next-line EqualityOperator: the two subtrees of a split are never equal
      return first + early + (yes - e) * (c - 1) + (no < yes ? no : no - 1);
    },
    lowest: (number) => lowestOf(n, d, number),
  };
}

/** C_d(n); 0 for d < 0. */
function countTrees(n: number, d: number): number {
  if (d < 0) return 0;
  // Stryker disable next-line EqualityOperator: without questions every depth ends at depth 0
  if (d === 0 || n <= 0) return 2;
  const [c, e] = [countTrees(n - 1, d - 1), countTrees(n - 1, d - 2)];
  return countTrees(n, d - 1) + n * (c * (c - 1) - e * (e - 1));
}

function treeOf(n: number, d: number, number: number): Tree {
  if (number < 2) return number === 1 ? 1 : 0;
  const shallower = countTrees(n, d - 1);
  if (number < shallower) return treeOf(n, d - 1, number);
  const [c, e] = [countTrees(n - 1, d - 1), countTrees(n - 1, d - 2)];
  const early = e * (c - e);
  const ofRoot = early + (c - e) * (c - 1);
  const split = Math.floor((number - shallower) / ofRoot);
  const rest = number - shallower - split * ofRoot;
  const yes = rest < early ? Math.floor(rest / (c - e)) : e + Math.floor((rest - early) / (c - 1));
  const place = rest < early ? e + (rest % (c - e)) : (rest - early) % (c - 1);
  const no = rest < early || place < yes ? place : place + 1;
  const under = (tree: number) => insertSplit(treeOf(n - 1, d - 1, tree), split);
  return { split, yes: under(yes), no: under(no) };
}

/** Converts a tree over all splits but one into a tree over all of them. */
function insertSplit(tree: Tree, split: number): Tree {
  if (typeof tree === "number") return tree;
  const position = tree.split < split ? tree.split : tree.split + 1;
  return { split: position, yes: insertSplit(tree.yes, split), no: insertSplit(tree.no, split) };
}

/**
 * Returns the decision of a tree.
 *
 * @param answers the answer to a split, by its position
 */
export function decide(tree: Tree, answers: (split: number) => boolean): 0 | 1 {
  let at = tree;
  while (typeof at !== "number") at = answers(at.split) ? at.yes : at.no;
  return at;
}

/**
 * Lists the decisions of all trees about one person, in the order of their numbers.
 *
 * @param answers of the person: [n]
 * @returns [C_d(n)] of 0 and 1
 * Cost: O(C_d(n)).
 */
export function listDecisions(answers: readonly boolean[], depth: number): Uint8Array {
  const n = answers.length;
  const all = new Uint8Array(countTrees(n, depth));
  if (depth === 0 || n === 0) return Uint8Array.of(0, 1);
  all.set(listDecisions(answers, depth - 1));
  let next = countTrees(n, depth - 1);
  const e = countTrees(n - 1, depth - 2);
  for (const [split, answer] of answers.entries()) {
    const below = listDecisions(answers.toSpliced(split, 1), depth - 1);
    for (const [yes, decision] of below.entries()) {
      for (let no = yes < e ? e : 0; no < below.length; no++) {
        if (no === yes) continue;
        all[next] = answer ? decision : (below[no] as number);
        next += 1;
      }
    }
  }
  return all;
}

/**
 * A function of few splits: its value for each combination of their answers, bit i of the position being that of
 * splits[i].
 */
type Table = { readonly splits: readonly number[]; readonly values: readonly (0 | 1)[] };

function lowestOf(n: number, d: number, number: number): number {
  const tree = treeOf(n, d, number);
  const splits = [...new Set(splitsOf(tree))].sort((a, b) => a - b);
  const values = Array.from({ length: 2 ** splits.length }, (_, answers) =>
    decide(tree, (split) => ((answers >> splits.indexOf(split)) & 1) === 1),
  );
  return lowestNumber(n, d, dropUnusedSplits({ splits, values })) ?? number;
}

function splitsOf(tree: Tree): number[] {
  return typeof tree === "number" ? [] : [tree.split, ...splitsOf(tree.yes), ...splitsOf(tree.no)];
}

/**
 * The lowest number of a tree of at most this depth; null if there is none. The function depends on each of its splits.
 */
function lowestNumber(n: number, d: number, { splits, values }: Table): number | null {
  if (splits.length === 0) return values[0] as number;
  // a tree of depth d has at most 2^d - 1 splits
  if (splits.length >= 2 ** d) return null;
  const before = lowestNumber(n, d - 1, { splits, values });
  if (before !== null) return before;
  for (const [i, split] of splits.entries()) {
    const [yes, no] = [1, 0].map((answer) =>
      lowestNumber(n - 1, d - 1, dropUnusedSplits(fixAnswer({ splits, values }, i, answer))),
    );
    if (typeof yes === "number" && typeof no === "number") return treeNumbers(n, d).join(split, yes, no);
  }
  return null;
}

/** Returns the function that remains once a split is answered. The other splits are numbered without it. */
function fixAnswer({ splits, values }: Table, i: number, answer: number): Table {
  const split = splits[i] as number;
  return {
    splits: splits.filter((_, other) => other !== i).map((other) => (other > split ? other - 1 : other)),
    values: values.filter((_, answers) => ((answers >> i) & 1) === answer),
  };
}

/** Returns the same function over only the splits that it depends on. */
function dropUnusedSplits(table: Table): Table {
  const { splits, values } = table;
  const unused = splits.findIndex((_, i) =>
    values.every((value, answers) => value === values[answers ^ (1 << i)]),
  );
  if (unused < 0) return table;
  return dropUnusedSplits({
    splits: splits.filter((_, i) => i !== unused),
    values: values.filter((_, answers) => ((answers >> unused) & 1) === 0),
  });
}
