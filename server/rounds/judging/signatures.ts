import { createPublicKey, verify } from "node:crypto";

/** Prefix of an Ed25519 public key in RFC 8410, followed by its 32 bytes. */
const head = Buffer.from("302a300506032b6570032100", "hex");

/** Whether an Ed25519 key signed exactly this text. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const der = Buffer.concat([head, Buffer.from(key, "hex")]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "hex"));
}
