import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import { isOneOf, type Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

/** The scopes that a token can have, each list in its stored order. */
const scopes: [string, ...string[]] = ["read"];
for (const scope of ["features", "outcomes", "operate", "drafts", "members"]) {
  scopes.push(...scopes.map((list) => `${list} ${scope}`));
}

/** Access tokens for programs, and the stored answers to their calls. */
export function programTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /**
   * Tokens. A revoked token's row is gone. An expired token is kept for a while, so that its owner sees why a program
   * stopped.
   */
  const accessToken = kit.table(
    "access_token",
    {
      id: kit.text("id").primaryKey(),
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      /** SHA-256 of the token: read access to this table is not enough to use it. */
      tokenHash: kit.text("token_hash").notNull(),
      name: kit.text("name").notNull(),
      /** The only study that it may access; null for all studies in which its owner has a role other than auditor. */
      studyId: kit.text("study_id").references(() => study.id, { onDelete: "cascade" }),
      /** Scopes with spaces between them, such as "read outcomes"; every token has "read". */
      scope: kit.text("scope").notNull(),
      createdAt: kit.large("created_at").notNull(),
      expiresAt: kit.large("expires_at").notNull(),
      lastUsedAt: kit.large("last_used_at"),
    },
    (t) => [
      kit.uniqueIndex("access_token_hash").on(t.tokenHash),
      kit.index("access_token_account").on(t.accountId),
      kit.index("access_token_study").on(t.studyId),
      kit.index("access_token_expiry").on(t.expiresAt),
      kit.check("access_token_scope", isOneOf(t.scope, scopes)),
      kit.check("access_token_life", sql`${t.expiresAt} > ${t.createdAt}`),
    ],
  );

  /** First answer to a call with an idempotency key; without an answer the call is running, or was interrupted. */
  const keptAnswer = kit.table(
    "kept_answer",
    {
      tokenId: kit.reference("token_id", () => accessToken.id, { onDelete: "cascade" }),
      key: kit.text("key").notNull(),
      /** SHA-256 of the request: a different call with the same key is refused. */
      fingerprint: kit.text("fingerprint").notNull(),
      begunAt: kit.large("begun_at").notNull(),
      status: kit.integer("status"),
      /** Encrypted with the server's secrets: an answer can hold an invitation link. */
      body: kit.text("body"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.tokenId, t.key] }),
      kit.index("kept_answer_begun").on(t.begunAt),
      kit.check("kept_answer_whole", sql`(${t.status} is null) = (${t.body} is null)`),
    ],
  );

  return { accessToken, keptAnswer };
}
