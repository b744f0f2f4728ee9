import * as t from "#messages/webhooks.ts";
import { messageKey } from "#server/locale.ts";
import type { WebhookFailure } from "#server/platform/webhooks/post.ts";
import type { DeliveryKind } from "#server/schemas/webhook-events.ts";

/** Names an event of a webhook. */
export function deliveryWords(kind: DeliveryKind): string {
  return t.delivery({ kind: messageKey(kind) });
}

/** Says what came of the last attempt: the status of the answer, or why there was none. */
export function resultWords({ status, failure }: { status: number | null; failure: string | null }): string {
  if (status !== null)
    return t.answered({ status: String(status), isRedirect: status >= 300 && status < 400 });
  return failure === null ? t.notSent() : t.failure({ failure: messageKey(failure as WebhookFailure) });
}
