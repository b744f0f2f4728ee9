"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/account.ts";
import { resetHours } from "#server/schemas/durations.ts";
import { accountSchemas } from "./schemas.ts";

/** Form that mails a link to the address that the owner wants for the account. */
export function ChangeEmailForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).requestEmailChangeSchema,
    useSend(useTRPC().accounts.requestEmailChange, (_, values) => setSentTo(values.email)),
  );
  return (
    <form {...form} className="grid max-w-measure gap-3">
      <Field label={t.newEmail()} {...field("email")} type="email" autoComplete="email" />
      <Submit busy={isBusy} act={t.sendEmailLink()} doing={t.sendingEmailLink()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {sentTo !== null && (
        <Notice tone="good" title={t.emailLinkSent({ email: sentTo })} live>
          {t.emailLinkSentText({ hours: resetHours })}
        </Notice>
      )}
    </form>
  );
}
