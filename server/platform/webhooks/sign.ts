import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** Makes a secret of 32 random bytes in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/**
 * Returns the headers of a message as in Standard Webhooks: its id, the time of this attempt in POSIX seconds, and a
 * signature of id, time and body by each secret.
 */
export function signedHeaders(
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
  secrets: readonly string[],
) {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
