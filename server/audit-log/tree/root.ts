import { asHex } from "../hash.ts";
import { joined, nodeHash } from "./nodes.ts";

/**
 * The part of a tree that must be kept to extend it: its complete subtrees from the left, the largest first. Log n
 * hashes.
 */
export type Frontier = { readonly size: number; readonly hashes: readonly string[] };

export const emptyFrontier: Frontier = { size: 0, hashes: [] };

/**
 * Returns the tree with more leaves at its right end.
 *
 * @param leaves hashes of entries, 64 lower-case hex digits each
 * @throws LogError "not-hex"
 * Cost: O(leaves + log size).
 */
export function grown(frontier: Frontier, leaves: Iterable<string>): Frontier {
  const hashes = [...frontier.hashes];
  let { size } = frontier;
  for (const leaf of leaves) {
    let hash = asHex(leaf);
    // Each trailing 1 of the size in binary is a subtree as large as the new one.
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = nodeHash(hashes.pop() ?? "", hash);
    hashes.push(hash);
    size += 1;
  }
  return { size, hashes };
}

/** Returns the RFC 6962 root of a tree. */
export function frontierRoot({ hashes }: Frontier): string {
  return joined(hashes);
}

/**
 * Returns the RFC 6962 root over leaf hashes in order.
 *
 * @throws LogError "not-hex"
 * Cost: O(leaves), about 2 µs each.
 */
export function treeRoot(leaves: Iterable<string>): string {
  return frontierRoot(grown(emptyFrontier, leaves));
}
