import { createHash } from "node:crypto";

/** RFC 6962, 2.1, implemented literally and without regard to cost, to check the tree. */

const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

export function naiveLeaf(data: Buffer): string {
  return sha256(Buffer.of(0), data).toString("hex");
}

export function naiveRoot(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256().toString("hex");
  if (leaves.length === 1) return leaves[0] as string;
  const k = splitOf(leaves.length);
  return naiveInner(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

export function naiveInner(...sides: [left: string, right: string]): string {
  return sha256(Buffer.of(1), ...sides.map((side) => Buffer.from(side, "hex"))).toString("hex");
}

/** PATH(m, D[n]). */
export function naivePath(m: number, leaves: readonly string[]): string[] {
  const n = leaves.length;
  if (n === 1) return [];
  const k = splitOf(n);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF(m, D[n]) = SUBPROOF(m, D[n], true). */
export function naiveProof(m: number, leaves: readonly string[], isWhole = true): string[] {
  const n = leaves.length;
  if (m === n) return isWhole ? [] : [naiveRoot(leaves)];
  const k = splitOf(n);
  return m <= k
    ? [...naiveProof(m, leaves.slice(0, k), isWhole), naiveRoot(leaves.slice(k))]
    : [...naiveProof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}
