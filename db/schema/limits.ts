import { sql } from "drizzle-orm";
import type { Kit } from "./kit.ts";

export function limitTables(kit: Kit) {
  /** How often somebody called what, until a window ends; all servers of one database add to it once a second. */
  const callCount = kit.table(
    "call_count",
    {
      /** An account or a network. */
      subject: kit.text("subject").notNull(),
      /** The budget that it counts against. */
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

  /** Files of an account that are being read, by all servers; a place is free again when its lease has run out. */
  const uploadTurn = kit.table(
    "upload_turn",
    {
      accountId: kit.text("account_id").notNull(),
      place: kit.integer("place").notNull(),
      /** Who has it. */
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
