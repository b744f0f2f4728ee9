import { hex64Pattern } from "../hex.ts";
import { emptyRoot, nodeHash } from "./nodes.ts";

type Inclusion = {
  /** The hash of the entry. */
  readonly leaf: string;
  /** From 0. */
  readonly index: number;
  readonly size: number;
  readonly proof: readonly string[];
  readonly root: string;
};

/**
 * Checks whether a proof shows that a leaf is at its place in the tree of a root (RFC 9162, 2.1.3.2).
 *
 * @returns false for anything else, including malformed hashes and counts
 */
export function verifyInclusion({ leaf, index, size, proof, root }: Inclusion): boolean {
  if (!areCounts(index, size) || index >= size || !areHashes([leaf, root, ...proof])) return false;
  let hash = leaf;
  let [at, last] = [index, size - 1];
  for (const sibling of proof) {
    [at, last] = skipLoneLevels(at, last);
    if (last === 0) return false;
    hash = at % 2 === 1 ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash === root;
}

type Consistency = {
  readonly oldSize: number;
  readonly oldRoot: string;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
};

/**
 * Checks whether a proof shows that the tree of `root` begins with the whole tree of `oldRoot` (RFC 9162, 2.1.4.2). Any
 * tree begins with the empty one, and each with itself, by an empty proof.
 *
 * @returns false for anything else, including malformed hashes and counts
 */
export function verifyConsistency({ oldSize, oldRoot, size, root, proof }: Consistency): boolean {
  if (!areCounts(oldSize, size) || oldSize > size || !areHashes([oldRoot, root, ...proof])) return false;
  if (oldSize === 0) return proof.length === 0 && oldRoot === emptyRoot && (size > 0 || root === emptyRoot);
  if (oldSize === size) return proof.length === 0 && oldRoot === root;
  return isGrowth({ oldSize, oldRoot, size, root, proof });
}

function isGrowth({ oldSize, oldRoot, size, root, proof }: Consistency): boolean {
  let [at, last] = [oldSize - 1, size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // An old tree that is one complete subtree is its own first hash, which the proof omits.
  const [first, ...rest] = at === 0 ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let [oldHash, hash] = [first, first];
  for (const sibling of rest) {
    [at, last] = skipLoneLevels(at, last);
    if (last === 0) return false;
    if (at % 2 === 1) {
      oldHash = nodeHash(sibling, oldHash);
      hash = nodeHash(sibling, hash);
    } else {
      hash = nodeHash(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && oldHash === oldRoot && hash === root;
}

/**
 * Moves up past the levels on which a subtree at the right edge has no sibling, at most to the top, where both numbers
 * are 0.
 */
function skipLoneLevels(at: number, last: number): [number, number] {
  if (at !== last) return [at, last];
  let place = at;
  while (place % 2 === 0 && place !== 0) place = half(place);
  return [place, place];
}

function half(number: number): number {
  return Math.floor(number / 2);
}

function areCounts(...counts: readonly number[]): boolean {
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0);
}

function areHashes(hashes: readonly string[]): boolean {
  return hashes.every((hash) => hex64Pattern.test(hash));
}
