"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/administration.ts";
import { accountSchemas } from "./schemas.ts";

type Account = { id: string; email: string; displayName: string };

/** Button of an administrator that shows a form for the address of an account. */
export function ChangeAccountEmail({ account }: { account: Account }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <EmailForm account={account} onClose={() => setShown(false)} />;
  return (
    <Button small aria-label={t.changeEmailOf({ name: account.displayName })} onClick={() => setShown(true)}>
      {t.changeEmail()}
    </Button>
  );
}

function EmailForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { form, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).changeEmailSchema,
    useSend(useTRPC().accounts.changeEmail, onClose),
    { accountId: account.id },
  );
  return (
    <form {...form} className="grid w-full gap-2">
      <Field
        label={t.newEmail()}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={account.email}
        error={refusal.fields.email ?? refusal.message}
      />
      <div className="flex gap-2">
        <Submit small busy={isBusy} act={t.changeEmail()} />
        <Button small look="ghost" onClick={onClose}>
          {t.keepEmail()}
        </Button>
      </div>
    </form>
  );
}
