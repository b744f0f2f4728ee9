import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "#server/platform/secrets/secrets.ts";

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts an account's secret, so that a copy of the database is useless without the server's secrets. */
export function sealSecret({ accountKey }: Secrets, accountId: string, secret: string): string {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv("aes-256-gcm", keyOf(accountKey), nonce).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/**
 * Decrypts an account's secret.
 * @throws Error if it was encrypted with other secrets or for another account, or was changed since
 */
export function openSecret({ accountKey }: Secrets, accountId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(accountKey), bytes.subarray(0, NONCE_LENGTH), {
    authTagLength: TAG_LENGTH,
  })
    .setAAD(Buffer.from(accountId))
    .setAuthTag(bytes.subarray(-TAG_LENGTH));
  const text = decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function keyOf(accountKey: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(accountKey, "hex"), "", "evenhand factor", 32));
}
