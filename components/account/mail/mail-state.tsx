"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Mail } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/administration.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { Delivery } from "#server/platform/mail/mailer.ts";

/** Mail settings: whether this server sends mail, its sender address, and a button that sends a test mail. */
export function MailState({ settings }: { settings: Outputs["mail"]["settings"] }) {
  if (settings === null) {
    return <Notice title={t.mailOff()}>{t.mailOffText()}</Notice>;
  }
  return (
    <Sheet>
      <Facts>
        <Fact label={t.state()}>{t.on()}</Fact>
        <Fact label={t.mailFrom()}>
          <span className="wrap-anywhere">{settings.from}</span>
        </Fact>
        <Fact label={t.mailServer()}>
          <span className="wrap-anywhere">{settings.server}</span>
        </Fact>
      </Facts>
      <SheetBody className="border-t border-hair">
        <TestMail />
      </SheetBody>
    </Sheet>
  );
}

function TestMail() {
  const test = useMutation(useTRPC().mail.sendTest.mutationOptions());
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={test.isPending} onClick={() => test.mutate({})}>
        <Mail aria-hidden />
        {test.isPending ? t.sending() : t.sendTest()}
      </Button>
      <span role="status" className="min-w-0">
        {!test.isPending && test.data && <DeliveryWords delivery={test.data} instead={t.checkMail()} />}
        {!test.isPending && test.error && (
          <span className="text-sm text-bad">{refusalOf(test.error).message}</span>
        )}
      </span>
    </div>
  );
}

/** Delivery status of a mail in one line. `instead` says what to do if it was not delivered. */
function DeliveryWords({ delivery, instead }: { delivery: Delivery; instead: string }) {
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
