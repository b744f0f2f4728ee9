/** The three hashes of docs/log-format.md, section 1, and its signatures. */

import { createHash, createHmac, createPublicKey, hash, type KeyObject, verify } from "node:crypto";
import { canonical, type Json } from "./canonical.ts";
import { Broken } from "./report.ts";

/** Entry hash: an RFC 6962 leaf over the line without its LF. */
export function entryHash(line: string): string {
  return hash("sha256", `\u0000${line}`);
}

/** H(tag, ...). */
export function tagged(tag: string, ...parts: readonly Json[]): string {
  return hash("sha256", canonical([`evenhand/1/${tag}`, ...parts]));
}

/** SHA-256 of bytes. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Computes K(key, message); the key is given in hex. */
export function keyed(key: string, message: Json): string {
  if (!isHex(key)) throw new Broken("key", "lower-case hex", key);
  const text = canonical(message);
  const question = `${key} ${text}`;
  const answer =
    macs.get(question) ?? createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
  macs.set(question, answer);
  return answer;
}

/** A cache of K: tests replay a log repeatedly with one change in it. */
const macs = new Map<string, string>();

/** Whether `signature` is that of `key` over the canonical JSON of ["evenhand/1/" + tag, ...]: Ed25519, RFC 8032. */
export function isSigned(key: string, signature: string, tag: string, ...parts: readonly Json[]): boolean {
  const text = canonical([`evenhand/1/${tag}`, ...parts]);
  const question = `${key} ${signature} ${text}`;
  const answer =
    signatures.get(question) ??
    verify(null, Buffer.from(text, "utf8"), publicKeyOf(key), Buffer.from(signature, "hex"));
  signatures.set(question, answer);
  return answer;
}

/** A cache of checked signatures, like `macs` for K. */
const signatures = new Map<string, boolean>();

/** A cache of key objects: creating one takes longer than a check with it. */
const publicKeys = new Map<string, KeyObject>();

function publicKeyOf(key: string): KeyObject {
  const known = publicKeys.get(key);
  if (known !== undefined) return known;
  // An Ed25519 key in the encoding of RFC 8410.
  const der = Buffer.from(`302a300506032b6570032100${key}`, "hex");
  const made = createPublicKey({ key: der, format: "der", type: "spki" });
  publicKeys.set(key, made);
  return made;
}

function isHex(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9a-f]+$/.test(text);
}

export function isHash(text: string): boolean {
  return text.length === 64 && isHex(text);
}

export function isSignature(text: string): boolean {
  return text.length === 128 && isHex(text);
}

/** Computes the RFC 6962 root over leaves of these 32 bytes each. */
export function rootOf(digests: readonly string[]): string {
  return treeOf(digests.map((digest) => node(0, [digest])));
}

/** The RFC 6962 root over leaf hashes, such as those of entries. */
export function treeOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return createHash("sha256").digest("hex");
  if (leaves.length === 1) return leaves[0] ?? "";
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return node(1, [treeOf(leaves.slice(0, left)), treeOf(leaves.slice(left))]);
}

/** The root that a leaf and its siblings, from the leaf up, lead to; "" for a proof of another length. */
export function inclusionRoot(
  leaf: string,
  { index, size }: { readonly index: number; readonly size: number },
  siblings: readonly string[],
): string {
  if (index >= size) return "";
  if (size === 1) return siblings.length === 0 ? leaf : "";
  let left = 1;
  while (left * 2 < size) left *= 2;
  const [below, sibling = ""] = [siblings.slice(0, -1), siblings.at(-1)];
  const isLeft = index < left;
  const inner = isLeft ? { index, size: left } : { index: index - left, size: size - left };
  const own = inclusionRoot(leaf, inner, below);
  return own === "" || !isHash(sibling) ? "" : node(1, isLeft ? [own, sibling] : [sibling, own]);
}

function node(prefix: number, parts: readonly string[]): string {
  return createHash("sha256").update(Buffer.of(prefix)).update(parts.join(""), "hex").digest("hex");
}
