import { sql } from "drizzle-orm";
import { isOneOf, type Kit } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

/** As in server/schemas/webhook-events.ts; the compiler compares them. */
const kinds = [
  ...(["round.opened", "round.closed", "pair.reported", "outcomes.due", "study.ended"] as const),
  ...(["backup.failed", "webhook.test"] as const),
] as const;

/** Why a webhook is off; null: it is on. */
const waysOff = ["operator", "failing"] as const;

export function webhookTables(kit: Kit, { study }: StudyTables) {
  /** An address to which events are sent. */
  const webhook = kit.table(
    "webhook",
    {
      id: kit.text("id").primaryKey(),
      /** The study of its events; null: events of the server. */
      studyId: kit.text("study_id").references(() => study.id, { onDelete: "cascade" }),
      address: kit.text("address").notNull(),
      /** Kinds of events with spaces between them. */
      events: kit.text("events").notNull(),
      /** The secret that signs its events, encrypted with the server's secrets. */
      secret: kit.text("secret").notNull(),
      /** The secret before it was replaced, which signs too until `earlierUntil`. */
      earlierSecret: kit.text("earlier_secret"),
      earlierUntil: kit.large("earlier_until"),
      /** The last log entry whose event is recorded or left out; 0 for a webhook of the server. */
      seenSeq: kit.large("seen_seq").notNull(),
      off: kit.word("off", waysOff),
      /** The first failure since the last success; null: the last attempt succeeded, or there was none. */
      failingSince: kit.large("failing_since"),
      createdAt: kit.large("created_at").notNull(),
    },
    (t) => [
      kit.index("webhook_study").on(t.studyId),
      kit.check("webhook_off", isOneOf(t.off, waysOff)),
      kit.check("webhook_earlier", sql`(${t.earlierSecret} is null) = (${t.earlierUntil} is null)`),
    ],
  );

  /** An event that is or was to be sent to a webhook. */
  const webhookDelivery = kit.table(
    "webhook_delivery",
    {
      /** The id of the message, the same for each attempt. */
      id: kit.text("id").primaryKey(),
      webhookId: kit.reference("webhook_id", () => webhook.id, { onDelete: "cascade" }),
      kind: kit.word("kind", kinds).notNull(),
      /** The round; 0 for a study; for a failed backup the day from the epoch; for a test its time. */
      number: kit.large("number").notNull(),
      /** The bytes that are signed and sent. */
      body: kit.text("body").notNull(),
      createdAt: kit.large("created_at").notNull(),
      /** When the next attempt is due; null: none is. */
      sendAt: kit.large("send_at"),
      /** Attempts that ended. */
      attempts: kit.integer("attempts").notNull().default(0),
      attemptedAt: kit.large("attempted_at"),
      /** The HTTP status of the last attempt; null if it got none. */
      status: kit.integer("status"),
      /** Why the last attempt got no status. */
      failure: kit.text("failure"),
    },
    (t) => [
      kit.uniqueIndex("webhook_delivery_once").on(t.webhookId, t.kind, t.number),
      kit.index("webhook_delivery_due").on(t.sendAt).where(sql`send_at is not null`),
      kit.check("webhook_delivery_kind", isOneOf(t.kind, kinds)),
    ],
  );

  return { webhook, webhookDelivery };
}
