"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/administration.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import { accountSchemas } from "./schemas.ts";

type Made = { token: string | null; expiresAt: number; whom: string };

/**
 * Form that invites people to the server. Auditors and researchers are invited by the operator of their study
 * instead.
 */
export function InviteForm({ canMail }: { canMail: boolean }) {
  const [act, busy] = canMail ? [t.sendLink(), t.sendingLink()] : [t.makeLink(), t.makingLink()];
  const [made, setMade] = useState<Made | null>(null);
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).inviteSchema,
    useSend(useTRPC().accounts.invite, (link, values) => setMade({ ...link, whom: values.email })),
  );
  return (
    <div className="grid gap-5">
      <form {...form} className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_18rem_auto]">
        <Field label={t.email()} {...field("email")} type="email" autoComplete="off" />
        <Select
          label={t.role()}
          {...field("role")}
          defaultValue="operator"
          options={[
            ["operator", t.roleChoice({ role: "operator" })],
            ["administrator", t.roleChoice({ role: "administrator" })],
          ]}
        />
        <Submit look="act" busy={isBusy} className="md:mt-6" act={act} doing={busy} />
      </form>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {made && <OneTimeLink key={made.expiresAt} {...made} />}
    </div>
  );
}
