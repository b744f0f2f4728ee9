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

  return { callCount };
}
