import { sql } from "drizzle-orm";
import type { Kit } from "./kit.ts";

export function limitTables(kit: Kit) {
  /** Calls of an account or a network until a window ends; all servers of one database add to it once a second. */
  const callCount = kit.table(
    "call_count",
    {
      /** An account or a network. */
      subject: kit.text("subject").notNull(),
      /** The rate limit's budget that the calls count against. */
      budget: kit.text("budget").notNull(),
      endsAt: kit.large("ends_at").notNull(),
      count: kit.integer("count").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.subject, t.budget, t.endsAt] }),
      kit.index("call_count_end").on(t.endsAt),
      kit.check("call_count_positive", sql`${t.count} >= 1`),
    ],
  );

  /** Places for an account's file uploads, over all servers; a place is free again when its lease has expired. */
  const uploadTurn = kit.table(
    "upload_turn",
    {
      accountId: kit.text("account_id").notNull(),
      place: kit.integer("place").notNull(),
      /** Holder of the lease. */
      id: kit.text("id").notNull(),
      leaseUntil: kit.large("lease_until").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.accountId, t.place] }),
      kit.check("upload_turn_place", sql`${t.place} >= 0`),
    ],
  );

  return { callCount, uploadTurn };
}
