import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** Prefix of an Ed25519 public key in RFC 8410, followed by its 32 bytes. */
const head = Buffer.from("302a300506032b6570032100", "hex");

/** Whether an Ed25519 key signed exactly this text. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, "hex"));
}

/** Keys that were read, at most a thousand. Reading one takes a quarter of the time of a check. */
const read = new Map<string, KeyObject>();

function publicKeyOf(key: string): KeyObject {
  const known = read.get(key);
  if (known !== undefined) return known;
  const der = Buffer.concat([head, Buffer.from(key, "hex")]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  // Stryker disable next-line ConditionalExpression,EqualityOperator: only saves time
  if (read.size === 1_000) read.clear();
  read.set(key, publicKey);
  return publicKey;
}
