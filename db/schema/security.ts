import { sql } from "drizzle-orm";
import type { Kit } from "./kit.ts";

/** Events of accounts, links, roles and downloads. No row here refers to an account's row: it outlives the account. */
export function securityTables(kit: Kit) {
  /** Append-only. `entry` is the canonical JSON that was hashed, byte for byte; the columns repeat it for searching. */
  const securityEvent = kit.table(
    "security_event",
    {
      seq: kit.large("seq").primaryKey(),
      at: kit.large("at").notNull(),
      kind: kit.text("kind").notNull(),
      /** The account that did it; null: a request without a session, or the server. */
      actorId: kit.text("actor_id"),
      /** The account that it happened to. */
      accountId: kit.text("account_id"),
      studyId: kit.text("study_id"),
      entry: kit.text("entry").notNull(),
      hash: kit.text("hash").notNull(),
    },
    (t) => [
      kit.uniqueIndex("security_event_hash").on(t.hash),
      kit.index("security_event_account").on(t.accountId, t.seq),
      kit.index("security_event_actor").on(t.actorId, t.seq),
      kit.index("security_event_kind").on(t.kind, t.seq),
    ],
  );

  /** One row: the head of the chain of events. A transaction that writes an event locks it first. */
  const securityHead = kit.table(
    "security_head",
    {
      id: kit.integer("id").primaryKey(),
      seq: kit.large("seq").notNull(),
      hash: kit.text("hash").notNull(),
      at: kit.large("at").notNull(),
    },
    (t) => [kit.check("security_head_single", sql`${t.id} = 1`)],
  );

  return { securityEvent, securityHead };
}
