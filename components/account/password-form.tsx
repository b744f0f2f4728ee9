"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/account.ts";
import { NewPasswordField } from "./password-field.tsx";
import { accountSchemas } from "./schemas.ts";

export function PasswordForm({ email }: { email: string }) {
  const [isDone, setDone] = useState(false);
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).changePasswordSchema,
    useSend(useTRPC().accounts.changePassword, () => setDone(true)),
  );
  return (
    <form {...form} className="grid max-w-100 gap-5">
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        label={t.currentPassword()}
        {...field("present")}
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordField {...field("next")} label={t.newPassword()} />
      {refusal.message && !refusal.fields.present && <Notice tone="bad" title={refusal.message} live />}
      {isDone && !refusal.message && (
        <Notice tone="good" title={t.passwordChanged()} live>
          {t.passwordChangedText()}
        </Notice>
      )}
      <Submit look="act" busy={isBusy} act={t.changePassword()} doing={t.changingPassword()} />
    </form>
  );
}
