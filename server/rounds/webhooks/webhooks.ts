import { findStudy } from "#db/queries/studies.ts";
import {
  deleteWebhook,
  findWebhook,
  giveUpDeliveries,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  updateDelivery,
  updateWebhook,
} from "#db/queries/webhooks.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { sealSecret } from "#server/accounts/factors/secret-box.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { leadsToPrivate, mayBePrivate } from "#server/platform/webhooks/private-addresses.ts";
import { newWebhookSecret } from "#server/platform/webhooks/sign.ts";
import { serverEvents, studyWebhookEvents, type WebhookEvent } from "#server/schemas/webhook-events.ts";
import { recordEvents } from "./find-webhook-events.ts";

/** The study whose events a webhook gets; null: the server. */
type Owner = { readonly studyId: string | null };
type Which = Owner & { readonly webhookId: string };

const atMost = 10;

/** How long the secret before the last one signs too, in milliseconds. */
const overlapMs = 24 * 60 * 60_000;

/** Reads the webhooks of a study or of the server, each with its recent events, newest first. Secrets are left out. */
export function readWebhooks(app: App, { studyId }: Owner) {
  return app.store.read(async (db) => {
    const webhooks = [];
    for (const { events, ...row } of await listWebhooks(db, studyId)) {
      const deliveries = await listDeliveries(db, row.id);
      webhooks.push({ ...row, events: events.split(" ") as WebhookEvent[], deliveries });
    }
    return webhooks;
  });
}

/**
 * Adds a webhook, which gets events from now on. Only this response contains its secret.
 *
 * @throws DomainError "bad-input" for an address that is not public or not encrypted; "too-many-webhooks"
 */
export async function addWebhook(
  app: App,
  accountId: string,
  { studyId, address, events }: Owner & { address: string; events: readonly WebhookEvent[] },
): Promise<{ id: string; secret: string }> {
  await requirePublic(address);
  const known: readonly WebhookEvent[] = studyId === null ? serverEvents : studyWebhookEvents;
  const wanted = known.filter((event) => events.includes(event));
  const id = app.newId();
  const secret = newWebhookSecret();
  await app.store.tx(async (tx) => {
    if ((await listWebhooks(tx, studyId)).length >= atMost) {
      throw new DomainError("too-many-webhooks", t.webhooksFull({ count: atMost }));
    }
    await insertWebhook(tx, {
      ...{ id, studyId, address, events: wanted.join(" "), createdAt: app.now() },
      secret: sealSecret(app.secrets, id, secret),
      seenSeq: await lastSeqOf(tx, studyId),
    });
    await recordChange(app, tx, "webhook.added", accountId, { studyId, webhookId: id });
  });
  return { id, secret };
}

/** Replaces the secret of a webhook. For a day the one before signs too. @returns the new secret, shown only now */
export async function replaceSecret(app: App, accountId: string, which: Which): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  await app.store.tx(async (tx) => {
    const { id, secret: earlierSecret } = await requireWebhook(tx, which);
    const earlier = { earlierSecret, earlierUntil: app.now() + overlapMs };
    await updateWebhook(tx, id, { secret: sealSecret(app.secrets, id, secret), ...earlier });
    await recordChange(app, tx, "webhook.secret-replaced", accountId, which);
  });
  return { secret };
}

/** Switches a webhook off, or on again; what happened while it was off is not sent. */
export async function switchWebhook(app: App, { isOn, ...which }: Which & { isOn: boolean }): Promise<void> {
  await app.store.tx(async (tx) => {
    const { id } = await requireWebhook(tx, which);
    if (!isOn) await giveUpDeliveries(tx, id);
    const fresh = { seenSeq: await lastSeqOf(tx, which.studyId), failingSince: null };
    await updateWebhook(tx, id, isOn ? { off: null, ...fresh } : { off: "operator" });
  });
}

/** Deletes a webhook with all its events. */
export async function removeWebhook(app: App, accountId: string, which: Which): Promise<void> {
  await app.store.tx(async (tx) => {
    const { id } = await requireWebhook(tx, which);
    await deleteWebhook(tx, { id });
    await recordChange(app, tx, "webhook.removed", accountId, which);
  });
}

/** Sends a test event now. @throws DomainError "webhook-off" */
export async function sendTestEvent(app: App, which: Which): Promise<void> {
  await app.store.tx(async (tx) => {
    const { id: webhookId } = await requireOn(tx, which);
    const at = app.now();
    const data = which.studyId === null ? {} : { studyId: which.studyId };
    await recordEvents(app, tx, [{ webhookId, kind: "webhook.test", number: at, at, data }]);
  });
  enqueue(app, { kind: "send-webhook", webhookId: which.webhookId });
}

/** Sends an event again now, with the same id and body, and with all its attempts. @throws DomainError "webhook-off" */
export async function sendAgain(app: App, { deliveryId, ...which }: Which & { deliveryId: string }) {
  await app.store.tx(async (tx) => {
    const { id } = await requireOn(tx, which);
    const delivery = (await listDeliveries(tx, id)).find((one) => one.id === deliveryId);
    if (delivery === undefined) throw new DomainError("not-found", t.webhookGone());
    await updateDelivery(tx, { id: deliveryId }, { sendAt: app.now(), attempts: 0 });
  });
  enqueue(app, { kind: "send-webhook", webhookId: which.webhookId });
}

async function requireWebhook(db: Reader, { studyId, webhookId }: Which) {
  const webhook = await findWebhook(db, webhookId);
  if (webhook === undefined || webhook.studyId !== studyId) {
    throw new DomainError("not-found", t.webhookGone());
  }
  return webhook;
}

async function requireOn(db: Reader, which: Which) {
  const webhook = await requireWebhook(db, which);
  if (webhook.off !== null) throw new DomainError("webhook-off", t.webhookOff());
  return webhook;
}

async function requirePublic(address: string): Promise<void> {
  if (mayBePrivate()) return;
  const url = new URL(address);
  const message =
    url.protocol !== "https:"
      ? t.webhookNotEncrypted()
      : (await leadsToPrivate(url))
        ? t.webhookPrivate()
        : null;
  if (message !== null) throw badInput(message, "address");
}

async function lastSeqOf(db: Reader, studyId: string | null): Promise<number> {
  const study = studyId === null ? undefined : await findStudy(db, studyId);
  return study === undefined ? 0 : study.nextSeq - 1;
}

function recordChange(
  app: App,
  tx: Tx,
  kind: "webhook.added" | "webhook.removed" | "webhook.secret-replaced",
  accountId: string,
  { studyId, webhookId }: Which,
) {
  const about = { actorId: accountId, accountId: null, studyId: studyId ?? undefined };
  return recordSecurity(app, tx, { kind, ...about, detail: { webhook: webhookId } });
}
