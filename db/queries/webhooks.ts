import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import {
  changesRow,
  deleting,
  findRow,
  inserting,
  listRows,
  listValues,
  updateRows,
} from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type WebhookPatch = Partial<
  Pick<
    Tx["t"]["webhook"]["$inferInsert"],
    "secret" | "earlierSecret" | "earlierUntil" | "seenSeq" | "off" | "failingSince"
  >
>;
type DeliveryPatch = Partial<
  Pick<
    Tx["t"]["webhookDelivery"]["$inferInsert"],
    "sendAt" | "attempts" | "attemptedAt" | "status" | "failure"
  >
>;

/** Lists the webhooks of a study, or with null those of the server, oldest first. */
export async function listWebhooks(db: Reader, studyId: string | null) {
  const picked = ["id", "address", "events", "off", "failingSince", "earlierUntil", "createdAt"] as const;
  return listRows(db, "webhook", { studyId }, picked, ["id"]);
}

/** Lists the webhooks of the server that are on. */
export async function listServerWebhooks(db: Reader): Promise<string[]> {
  return listValues(db, "webhook", { studyId: null, off: null }, "id", ["id"]);
}

export async function findWebhook(db: Reader, id: string) {
  return findRow(db, "webhook", { id }, [
    "id",
    "studyId",
    "address",
    "secret",
    "earlierSecret",
    "earlierUntil",
    "off",
    "failingSince",
  ]);
}

export const insertWebhook = inserting("webhook");

export async function updateWebhook(tx: Tx, id: string, patch: WebhookPatch): Promise<void> {
  await updateRows(tx, "webhook", { id }, patch);
}

export const deleteWebhook = deleting("webhook", "id");

/** Lists log entries of these types after those that each webhook that is on has seen, oldest first. */
export async function listUnseenEntries(
  db: Reader,
  { types, limit }: { types: readonly string[]; limit: number },
) {
  const { webhook, logEntry } = db.t;
  return (
    db.q
      .select({
        webhookId: webhook.id,
        events: webhook.events,
        ...pick(logEntry, "studyId", "seq", "type", "at", "round", "hash"),
      })
      .from(webhook)
      // SQLite reads cross-joined tables in this order: the few webhooks first.
      .crossJoin(logEntry)
      .where(
        and(
          isNull(webhook.off),
          matches(logEntry, { studyId: webhook.studyId, seq: (column) => gt(column, webhook.seenSeq) }),
          inArray(logEntry.type, [...types]),
        ),
      )
      .orderBy(asc(webhook.id), asc(logEntry.seq))
      .limit(limit)
  );
}

/** Lists the rounds that closed in a period and whose outcomes a webhook has no event about, for each one that is on. */
export async function listRoundsClosedFor(db: Reader, { from, to }: { from: number; to: number }) {
  const { webhook, webhookDelivery, round } = db.t;
  const before = db.q
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(matches(webhookDelivery, { webhookId: webhook.id, kind: "outcomes.due", number: round.number }));
  return db.q
    .select({
      webhookId: webhook.id,
      events: webhook.events,
      ...pick(round, "studyId", "number", "closedSeq", "closedHash"),
    })
    .from(webhook)
    .crossJoin(round)
    .where(
      and(
        isNull(webhook.off),
        matches(round, { studyId: webhook.studyId, state: "closed" }),
        and(gte(round.closedAt, from), lte(round.closedAt, to)),
        notExists(before),
      ),
    )
    .orderBy(asc(webhook.id), asc(round.number));
}

/** Adds events to be sent. One that was recorded before stays as it is. */
export async function insertDeliveries(
  tx: Tx,
  rows: Tx["t"]["webhookDelivery"]["$inferInsert"][],
): Promise<void> {
  if (rows.length > 0) await tx.q.insert(tx.t.webhookDelivery).values(rows).onConflictDoNothing();
}

/** Lists the events of a webhook, newest first. */
export async function listDeliveries(db: Reader, webhookId: string) {
  return listRows(
    db,
    "webhookDelivery",
    { webhookId },
    ["id", "kind", "number", "createdAt", "sendAt", "attempts", "attemptedAt", "status", "failure"],
    ["-id"],
  );
}

/** Lists the webhooks with an event that is due. */
export async function listWebhooksToSend(db: Reader, now: number): Promise<{ webhookId: string }[]> {
  const { webhookDelivery } = db.t;
  return db.q
    .selectDistinct({ webhookId: webhookDelivery.webhookId })
    .from(webhookDelivery)
    .where(and(sql`send_at is not null`, lte(webhookDelivery.sendAt, now)))
    .orderBy(asc(webhookDelivery.webhookId));
}

/** Lists the due events of a webhook, oldest first. */
export async function listDueDeliveries(
  db: Reader,
  { webhookId, now, limit }: { webhookId: string; now: number; limit: number },
) {
  return listRows(
    db,
    "webhookDelivery",
    { webhookId, sendAt: (column) => lte(column, now) },
    ["id", "kind", "body", "sendAt", "attempts"],
    ["id"],
    limit,
  );
}

/**
 * Changes a delivery if its next attempt is still due at the time that the caller read.
 * @returns whether it was
 */
export async function updateDelivery(
  tx: Tx,
  { id, sendAt }: { id: string; sendAt?: number | null },
  patch: DeliveryPatch,
): Promise<boolean> {
  return changesRow(tx, "webhookDelivery", { id, ...(sendAt != null && { sendAt }) }, patch);
}

/** Stops all further attempts for a webhook. */
export async function giveUpDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await updateRows(tx, "webhookDelivery", { webhookId, sendAt: isNotNull }, { sendAt: null });
}

/** Deletes the events of a webhook that were recorded before a time, or of which there are more than `keep` newer ones. */
export async function deleteOldDeliveries(
  tx: Tx,
  { webhookId, before, keep }: { webhookId: string; before: number; keep: number },
): Promise<void> {
  const { webhookDelivery } = tx.t;
  const kept = tx.q
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookDelivery.id))
    .limit(keep);
  await tx.q
    .delete(webhookDelivery)
    .where(
      and(
        matches(webhookDelivery, { webhookId }),
        or(lte(webhookDelivery.createdAt, before), notInArray(webhookDelivery.id, kept)),
      ),
    );
}
