import { listOperators } from "#db/queries/seats.ts";
import {
  findWebhook,
  giveUpDeliveries,
  listDueDeliveries,
  updateDelivery,
  updateWebhook,
} from "#db/queries/webhooks.ts";
import type { Tx } from "#db/store/store.ts";
import { openSecret } from "#server/accounts/factors/secret-box.ts";
import type { App } from "#server/platform/app/app.ts";
import { logger } from "#server/platform/process/logger.ts";
import { answerLimitMs, postMessage, type WebhookAnswer } from "#server/platform/webhooks/post.ts";
import { signedHeaders } from "#server/platform/webhooks/sign.ts";
import { recordNotifications } from "../notifications/record-notifications.ts";

/** The longest time for the due events of one webhook, in milliseconds. */
export const webhookLimit = 5 * 60_000;

const eventsAtOnce = 20;
const minute = 60_000;

/** The delays before an event that was not delivered is sent again, in milliseconds: about a day. Then it is given up. */
const retryDelays = [1, 5, 30, 120, 360, 960].map((minutes) => minutes * minute);

/** A webhook whose attempts all failed for so long is switched off, in milliseconds. */
const longestFailing = 3 * 24 * 60 * minute;

type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;
type Due = Awaited<ReturnType<typeof listDueDeliveries>>[number];

/**
 * Sends the events of a webhook that are due, until one gets no answer: a receiver that hangs does not hold up others. The
 * rest is sent at the next look. A process that dies while it sends leaves the event due a minute later, so
 * a receiver may get one twice, with the same id.
 */
export async function sendWebhook(
  app: App,
  { webhookId }: { webhookId: string },
  signal: AbortSignal,
  limitMs = answerLimitMs,
): Promise<void> {
  const now = app.now();
  const due = await app.store.read((db) => listDueDeliveries(db, { webhookId, now, limit: eventsAtOnce }));
  for (const delivery of due) {
    const webhook = await app.store.read((db) => findWebhook(db, webhookId));
    if (webhook === undefined || signal.aborted) return;
    // Until then no other process sends it.
    const sendAt = app.now() + 6 * answerLimitMs;
    if (!(await app.store.tx((tx) => updateDelivery(tx, delivery, { sendAt })))) continue;
    const answer = await send(app, webhook, delivery, signal, limitMs);
    await app.store.tx((tx) => recordAnswer(app, tx, { ...delivery, sendAt }, webhook.id, answer));
    if (answer.failure !== null) return;
  }
}

function send(
  app: App,
  webhook: Webhook,
  { id, body }: Due,
  signal: AbortSignal,
  limitMs: number,
): Promise<WebhookAnswer> {
  const at = app.now();
  const { secret, earlierSecret, earlierUntil } = webhook;
  // Stryker disable next-line ConditionalExpression: without an earlier secret there is no earlier time either
  const sealed = [secret, ...(earlierSecret !== null && (earlierUntil ?? 0) > at ? [earlierSecret] : [])];
  const secrets = sealed.map((one) => openSecret(app.secrets, webhook.id, one));
  const message = { body, headers: signedHeaders({ id, at, body }, secrets) };
  return postMessage(webhook.address, message, signal, limitMs);
}

async function recordAnswer(
  app: App,
  tx: Tx,
  { id, sendAt, attempts }: Due,
  webhookId: string,
  { status, failure }: WebhookAnswer,
): Promise<void> {
  const now = app.now();
  const isDelivered = status !== null && status >= 200 && status < 300;
  const delay = isDelivered ? undefined : retryDelays[attempts];
  const result = { attempts: attempts + 1, attemptedAt: now, status, failure };
  const next = { sendAt: delay === undefined ? null : now + delay };
  const webhook = await findWebhook(tx, webhookId);
  if (webhook === undefined || !(await updateDelivery(tx, { id, sendAt }, { ...result, ...next }))) return;
  if (isDelivered) {
    if (webhook.failingSince !== null) await updateWebhook(tx, webhookId, { failingSince: null });
    return;
  }
  logger().warn({ webhook: webhookId, tries: attempts + 1, status, failure }, "a webhook was not delivered");
  const failingSince = webhook.failingSince ?? now;
  if (now - failingSince < longestFailing) await updateWebhook(tx, webhookId, { failingSince });
  else await switchOff(app, tx, webhook);
}

async function switchOff(app: App, tx: Tx, { id, studyId }: Webhook): Promise<void> {
  await updateWebhook(tx, id, { off: "failing" });
  await giveUpDeliveries(tx, id);
  if (studyId === null || app.mailer === null) return;
  const now = app.now();
  const about = { studyId, kind: "webhook-off" as const, number: 0, deadlineAt: now };
  const accountIds = await listOperators(tx, studyId);
  await recordNotifications(
    tx,
    accountIds.map((accountId) => ({ ...about, accountId })),
    now,
  );
}
