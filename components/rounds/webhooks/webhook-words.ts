import * as t from "#messages/webhooks.ts";
import type { WebhookFailure } from "#server/platform/webhooks/post.ts";
import type { DeliveryKind } from "#server/schemas/webhook-events.ts";

export const deliveryWords: Readonly<Record<DeliveryKind, () => string>> = {
  "round.opened": t.roundOpened,
  "round.closed": t.roundClosed,
  "pair.reported": t.pairReported,
  "outcomes.due": t.outcomesDue,
  "study.ended": t.studyEnded,
  "backup.failed": t.backupFailed,
  "webhook.test": t.test,
};

const failureWords: Readonly<Record<WebhookFailure, () => string>> = {
  "private-address": t.privateAddress,
  "not-encrypted": t.notEncrypted,
  "no-address": t.noAddress,
  "not-connected": t.notConnected,
  certificate: t.certificate,
  "no-answer": t.noAnswer,
  "cut-off": t.cutOff,
  unreadable: t.unreadable,
};

/** Says what came of the last attempt: the status of the answer, or why there was none. */
export function resultWords({ status, failure }: { status: number | null; failure: string | null }): string {
  if (status !== null)
    return t.answered({ status: String(status), isRedirect: status >= 300 && status < 400 });
  return failure === null ? t.notSent() : failureWords[failure as WebhookFailure]();
}
