import { findWebhookEvents } from "#server/rounds/webhooks/find-webhook-events.ts";
import { sendWebhook } from "#server/rounds/webhooks/send-webhook.ts";
import { addWebhook, readWebhooks } from "#server/rounds/webhooks/webhooks.ts";
import { studyWebhookEvents, type WebhookEvent } from "#server/schemas/webhook-events.ts";
import { judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import type { TestApp } from "#tests/setup/app.ts";
import type { Answer } from "./answers.ts";
import { type Received, startReceiver } from "./receiver.ts";

type Hook = { answers?: readonly Answer[]; events?: readonly WebhookEvent[] };

/** A study with a webhook to a receiver; `deliver` runs one poll of the queues of two servers. */
export async function hookedStudy(app: TestApp, { answers = [], events = studyWebhookEvents }: Hook = {}) {
  const receiver = await startReceiver(...answers);
  const study = await judgingStudy(app);
  const { studyId, operatorId } = study;
  const { address } = receiver;
  const { id, secret } = await addWebhook(app, operatorId, { studyId, address, events });
  const which = { studyId, webhookId: id };
  async function deliver() {
    await Promise.all([findWebhookEvents(app), findWebhookEvents(app)]);
    const run = () => sendWebhook(app, which, new AbortController().signal);
    await Promise.all([run(), run()]);
    return receiver.received;
  }
  const read = async () => {
    const [webhook] = await readWebhooks(app, { studyId });
    if (webhook === undefined) throw new Error("no webhook");
    return webhook;
  };
  return { ...study, ...receiver, which, id, secret, deliver, read };
}

/** Lists the event types of the messages to a receiver. */
export function typesOf(received: readonly Received[]): string[] {
  return received.map(({ body }) => JSON.parse(body).type);
}
