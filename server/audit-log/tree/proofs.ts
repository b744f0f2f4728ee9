import { LogError } from "../errors.ts";
import { asCount, joined, type LeafRange, leftSize, nodesOf, type TreeNode } from "./nodes.ts";

/** The hashes that a proof needs: one list for each line of the proof, each joined into one hash. */
export type ProofPlan = readonly (readonly TreeNode[])[];

/**
 * Returns the plan of a proof that leaf `index` is in the tree of `size` leaves: the siblings from the leaf up (RFC
 * 6962, 2.1.1).
 *
 * @param index from 0
 * @throws LogError "range" unless index < size
 */
export function inclusionPlan(index: number, size: number): ProofPlan {
  if (asCount(index) >= asCount(size))
    throw new LogError("range", `there is no leaf ${index} in a tree of ${size} leaves`);
  return pathOf(index, { start: 0, end: size }).map(nodesOf);
}

/**
 * Returns the plan of a proof that the tree of `size` leaves begins with the tree of `oldSize` leaves (RFC 6962,
 * 2.1.2). Empty for equal sizes and from size 0.
 *
 * @throws LogError "range" unless oldSize <= size
 */
export function consistencyPlan(oldSize: number, size: number): ProofPlan {
  if (asCount(oldSize) > asCount(size)) {
    throw new LogError("range", `a tree of ${size} leaves does not begin with ${oldSize}`);
  }
  if (oldSize === 0 || oldSize === size) return [];
  return subproofOf(oldSize, { start: 0, end: size }, true).map(nodesOf);
}

/** Builds a proof from the hashes of complete subtrees. */
export function proofOf(plan: ProofPlan, hashOf: (node: TreeNode) => string): string[] {
  return plan.map((nodes) => joined(nodes.map(hashOf)));
}

function pathOf(index: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start <= 1) return [];
  const middle = start + leftSize(end - start);
  const left = { start, end: middle };
  const right = { start: middle, end };
  return index < middle ? [...pathOf(index, left), right] : [...pathOf(index, right), left];
}

/** @param isOld whether the range is a subtree of the old tree whose root the reader already has */
function subproofOf(oldEnd: number, { start, end }: LeafRange, isOld: boolean): LeafRange[] {
  if (oldEnd === end) return isOld ? [] : [{ start, end }];
  const middle = start + leftSize(end - start);
  const left = { start, end: middle };
  const right = { start: middle, end };
  return oldEnd <= middle
    ? [...subproofOf(oldEnd, left, isOld), right]
    : [...subproofOf(oldEnd, right, false), left];
}
