"use client";

import { useState } from "react";
import { OneTimeLink } from "#components/account/one-time-link.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/setupPanel.ts";

const loadSchema = async () => (await import("#server/schemas/panel.ts")).inviteToStudySchema;

const roles = ["auditor", "researcher", "observer", "operator"] as const;

type Made = { token: string | null; expiresAt: number; whom: string };

type Props = { studyId: string; canMail: boolean; isEnded: boolean };

/** Invites a person to a study. Once it has ended, no more auditors can get a seat. */
export function InviteToStudy({ studyId, canMail, isEnded }: Props) {
  const offered = roles.filter((role) => role !== "auditor" || !isEnded);
  const [act, busy] = canMail ? [t.sendLink(), t.sendingLink()] : [t.makeLink(), t.makingLink()];
  const [made, setMade] = useState<Made | null>(null);
  const { form, field, refusal, isBusy } = useForm(
    loadSchema,
    useSend(useTRPC().panel.invite, (link, values) => setMade({ ...link, whom: values.email })),
    { studyId },
  );
  return (
    <div className="grid gap-5">
      <form {...form} className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_14rem_auto]">
        <Field label={t.email()} {...field("email")} type="email" autoComplete="off" />
        <Select
          label={t.role()}
          {...field("role")}
          defaultValue={offered[0]}
          options={offered.map((role) => [role, t.roleOption({ role })])}
        />
        <Submit busy={isBusy} className="md:mt-6" act={act} doing={busy} />
      </form>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {made && <OneTimeLink key={made.expiresAt} {...made} />}
    </div>
  );
}
