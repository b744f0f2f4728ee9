import { CircleAlert, CircleCheck } from "lucide-react";
import * as t from "#messages/administration.ts";
import type { Delivery } from "#server/platform/mail/mailer.ts";

/** Delivery status of a mail in one line. `instead` says what to do if it was not delivered. */
export function DeliveryWords({ delivery, instead }: { delivery: Delivery; instead: string }) {
  const Icon = delivery.isSent ? CircleCheck : CircleAlert;
  return (
    <span className={`flex items-start gap-1.5 text-sm ${delivery.isSent ? "text-good" : "text-bad"}`}>
      <Icon aria-hidden className="mt-0.5 size-4 flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {delivery.isSent
          ? t.sentTo({ to: delivery.to })
          : t.notSentTo({ to: delivery.to, reason: delivery.message, instead })}
      </span>
    </span>
  );
}
