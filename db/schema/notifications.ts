import { sql } from "drizzle-orm";
import type { AccountTables } from "./accounts.ts";
import { isOneOf, type Kit } from "./kit.ts";

/** As in server/schemas/notifications.ts; the compiler compares them. */
const notificationKinds = [
  ...(["round-opened", "due-tomorrow", "round-closed"] as const),
  ...(["lot-drawn", "all-sealed", "closed-automatically", "outcomes-due"] as const),
  ...(["features-due", "webhook-off", "backup-failed"] as const),
] as const;

export function notificationTables(kit: Kit, { account }: AccountTables) {
  /** Mails about events, one for each recipient. Its row is the proof that a mail needs no second sending. */
  const notification = kit.table(
    "notification",
    {
      /** The study that it is about; empty for an event of the server. */
      studyId: kit.text("study_id").notNull(),
      accountId: kit.reference("account_id", () => account.id, { onDelete: "cascade" }),
      kind: kit.word("kind", notificationKinds).notNull(),
      /** The round; 0 for the whole study; for an event of the server the day, counted from the epoch. */
      number: kit.integer("number").notNull(),
      /** The deadline that a mail about a coming deadline names; 0 for the other kinds. */
      deadlineAt: kit.large("deadline_at").notNull().default(0),
      /** When it is due to be sent. */
      sendAt: kit.large("send_at").notNull(),
      /** When its last sending began; null: it waits to be sent. */
      sentAt: kit.large("sent_at"),
      /** How often the mail server did not take it. */
      failures: kit.integer("failures").notNull().default(0),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.accountId, t.kind, t.number, t.deadlineAt] }),
      kit.index("notification_account").on(t.accountId, t.sendAt),
      kit.index("notification_due").on(t.sendAt).where(sql`sent_at is null`),
      kit.check("notification_kind", isOneOf(t.kind, notificationKinds)),
    ],
  );

  return { notification };
}
