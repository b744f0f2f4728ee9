"use client";

import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/http/outputs.ts";
import { DeliveryWords } from "./delivery-words.tsx";

/** Mail settings: whether this server sends mail, its sender address, and a button that sends a test mail. */
export function MailState({ settings }: { settings: Outputs["mail"]["settings"] }) {
  if (settings === null) {
    return (
      <Notice title="Mail is off.">
        Links and reminders are copied, and sent by whoever made them. To let this server send them, set
        EVENHAND_SMTP_URL and EVENHAND_MAIL_FROM and start it again.
      </Notice>
    );
  }
  return (
    <Sheet>
      <Facts>
        <Fact label="State">On</Fact>
        <Fact label="From">
          <span className="break-all">{settings.from}</span>
        </Fact>
        <Fact label="Mail server">
          <span className="break-all">{settings.server}</span>
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
        {test.isPending ? "Sending" : "Send a test mail to me"}
      </Button>
      <span role="status" className="min-w-0">
        {!test.isPending && test.data && (
          <DeliveryWords delivery={test.data} instead="Check the two settings and the mail server." />
        )}
        {!test.isPending && test.error && (
          <span className="text-sm text-bad">{refusalOf(test.error).message}</span>
        )}
      </span>
    </div>
  );
}
