/** The events of a study that a webhook may get. The page and the documents list them. */
export const studyWebhookEvents = [
  "round.opened",
  "round.closed",
  "pair.reported",
  "outcomes.due",
  "study.ended",
] as const;

/** The events of the server that an administrator's webhook may get. */
export const serverEvents = ["backup.failed"] as const;

export type WebhookEvent = (typeof studyWebhookEvents)[number] | (typeof serverEvents)[number];

/** What is sent: an event, or a test. */
export type DeliveryKind = WebhookEvent | "webhook.test";
