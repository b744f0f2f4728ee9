import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import type { Kit } from "./kit.ts";

/** Tables for the checks between a password and a session: failures, devices, second factors. */
export function signInTables(kit: Kit, { account }: AccountTables) {
  /** Failed attempts in a fixed number of buckets, so that invented names neither add nor evict a row. */
  const attempt = kit.table("attempt", {
    bucket: kit.integer("bucket").primaryKey(),
    count: kit.integer("count").notNull(),
    since: kit.large("since").notNull(),
    lastAt: kit.large("last_at").notNull(),
  });

  /** A browser from which a person has signed in to this account with the right password. */
  const device = kit.table(
    "device",
    {
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      /** SHA-256 of its cookie's value. */
      tokenHash: kit.text("token_hash").notNull(),
      lastSeenAt: kit.large("last_seen_at").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.accountId, t.tokenHash] }),
      kit.index("device_token").on(t.tokenHash),
    ],
  );

  const factor = kit.table(
    "factor",
    {
      id: kit.text("id").primaryKey(),
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      kind: kit.word("kind", ["passkey", "authenticator"]).notNull(),
      name: kit.text("name").notNull(),
      createdAt: kit.large("created_at").notNull(),
      lastUsedAt: kit.large("last_used_at"),
      /** Id of a passkey, base64url. */
      credentialId: kit.text("credential_id"),
      publicKey: kit.bytes("public_key"),
      /** The passkey's own count of uses, or the last 30-second step of an authenticator app: neither goes back. */
      counter: kit.large("counter").notNull(),
      /** Secret of an authenticator app, encrypted with a key that is not in the database. */
      secret: kit.text("secret"),
    },
    (t) => [
      kit.index("factor_account").on(t.accountId),
      kit.uniqueIndex("factor_credential").on(t.credentialId),
      kit.check(
        "factor_whole",
        sql`(${t.kind} = 'passkey' and ${t.credentialId} is not null and ${t.publicKey} is not null and ${t.secret} is null) or (${t.kind} = 'authenticator' and ${t.secret} is not null and ${t.credentialId} is null and ${t.publicKey} is null)`,
      ),
    ],
  );

  const recoveryCode = kit.table(
    "recovery_code",
    {
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      codeHash: kit.text("code_hash").notNull(),
      createdAt: kit.large("created_at").notNull(),
      usedAt: kit.large("used_at"),
    },
    (t) => [kit.primaryKey({ columns: [t.accountId, t.codeHash] })],
  );

  return { attempt, device, factor, recoveryCode };
}
