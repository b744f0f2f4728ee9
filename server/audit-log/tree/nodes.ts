import { LogError } from "../errors.ts";
import { sha256Hex, sha256OfHex } from "../sha256.ts";

/** The root of no entries: SHA-256 of nothing. */
export const emptyRoot = sha256Hex("");

/** Returns the hash of an inner node, RFC 6962: SHA-256 of the byte 0x01, the left hash and the right hash. */
export function nodeHash(left: string, right: string): string {
  return sha256OfHex(`01${left}${right}`);
}

/** A complete subtree: 2^level leaves, starting at leaf index * 2^level, counted from 0. */
export type TreeNode = { readonly level: number; readonly index: number };

/** The leaves from `start` up to but excluding `end`. */
export type LeafRange = { readonly start: number; readonly end: number };

/**
 * Splits a range of a tree into complete subtrees, from the left, the largest first.
 *
 * @param range start is a multiple of the largest power of two that does not exceed the length, which holds for all
 *   splits of the tree itself
 * Cost: O(log of the length).
 */
export function nodesOf({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = start; at < end; ) {
    const level = floorLog2(end - at);
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** Returns the root over subtrees of decreasing size, from the left; the smallest are joined first. */
export function joined(hashes: readonly string[]): string {
  if (hashes.length === 0) return emptyRoot;
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/**
 * Returns the number of leaves on the left side of a tree: the largest power of two below its size, which is 2 or more.
 */
export function leftSize(size: number): number {
  return 2 ** floorLog2(size - 1);
}

/** @throws LogError "range" unless 0 <= number < 2^53, whole */
export function asCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new LogError("range", `${count} is not a count of entries`);
}

/** Exact up to 2^53, where a logarithm of doubles may round up. */
function floorLog2(number: number): number {
  const guess = Math.floor(Math.log2(number));
  return 2 ** guess > number ? guess - 1 : guess;
}
