import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "#server/platform/secrets/secrets.ts";

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts a secret of an account or a token, so that a copy of the database is useless without the server's secrets. */
export function sealSecret({ accountKey }: Secrets, ownerId: string, secret: string): string {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv("aes-256-gcm", keyOf(accountKey), nonce).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/**
 * Decrypts a secret.
 * @throws Error if it was encrypted with other secrets or for another owner, or was changed since
 */
export function openSecret({ accountKey }: Secrets, ownerId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(accountKey), bytes.subarray(0, NONCE_LENGTH), {
    authTagLength: TAG_LENGTH,
  })
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(-TAG_LENGTH));
  const text = decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function keyOf(accountKey: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(accountKey, "hex"), "", "evenhand factor", 32));
}
