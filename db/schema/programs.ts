import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import type { Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

/** What programs of somebody may do, and what became of what they asked for. */
export function programTables(kit: Kit, { account }: AccountTables, { study }: StudyTables) {
  /** One that was ended is gone; one that has run out is kept for a while, so that its owner sees why a program stopped. */
  const accessToken = kit.table(
    "access_token",
    {
      id: kit.text("id").primaryKey(),
      accountId: kit
        .text("account_id")
        .notNull()
        .references(() => account.id, { onDelete: "cascade" }),
      /** SHA-256 of the token: reading this table does not let anybody in. */
      tokenHash: kit.text("token_hash").notNull(),
      name: kit.text("name").notNull(),
      /** The one study it is for; null: all in which its owner runs or watches. */
      studyId: kit.text("study_id").references(() => study.id, { onDelete: "cascade" }),
      /** Beside reading, which every token may. */
      mayTakeFeatures: kit.flag("may_take_features").notNull(),
      mayRecordOutcomes: kit.flag("may_record_outcomes").notNull(),
      mayOperate: kit.flag("may_operate").notNull(),
      createdAt: kit.large("created_at").notNull(),
      expiresAt: kit.large("expires_at").notNull(),
      lastUsedAt: kit.large("last_used_at"),
    },
    (t) => [
      kit.uniqueIndex("access_token_hash").on(t.tokenHash),
      kit.index("access_token_account").on(t.accountId),
      kit.index("access_token_study").on(t.studyId),
      kit.index("access_token_expiry").on(t.expiresAt),
      kit.check("access_token_life", sql`${t.expiresAt} > ${t.createdAt}`),
    ],
  );

  /** What a call with a key of its own was answered first; without an answer it is under way, or was broken off. */
  const keptAnswer = kit.table(
    "kept_answer",
    {
      tokenId: kit
        .text("token_id")
        .notNull()
        .references(() => accessToken.id, { onDelete: "cascade" }),
      key: kit.text("key").notNull(),
      /** SHA-256 of what was asked for: another call with the same key is refused. */
      fingerprint: kit.text("fingerprint").notNull(),
      begunAt: kit.large("begun_at").notNull(),
      status: kit.integer("status"),
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
