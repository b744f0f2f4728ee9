import { createHash, randomBytes } from "node:crypto";

/** Makes a secret for one link or one cookie. Its holder gets the token, the database only its hash. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
