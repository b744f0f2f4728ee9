"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/account.ts";

const loadSchema = async () => (await import("#server/schemas/accounts.ts")).changeNameSchema;

/** Form for the name under which other users see the account. */
export function ChangeNameForm({ name }: { name: string }) {
  const [isChanged, setChanged] = useState(false);
  const { form, field, refusal, isBusy } = useForm(
    loadSchema,
    useSend(useTRPC().accounts.changeName, () => setChanged(true)),
  );
  return (
    <form {...form} className="grid max-w-measure gap-3">
      <Field
        key={name}
        label={t.newName()}
        {...field("displayName")}
        defaultValue={name}
        autoComplete="name"
        maxLength={80}
      />
      <Submit disabled={isBusy} act={t.changeName()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isChanged && <Notice tone="good" title={t.nameChanged()} live />}
    </form>
  );
}
