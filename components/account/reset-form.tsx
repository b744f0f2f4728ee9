"use client";

import { useMutation } from "@tanstack/react-query";
import { postSignIn } from "#components/ui/api/auth-client.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/invitations.ts";
import { NewPasswordField } from "./password-field.tsx";
import { accountSchemas } from "./schemas.ts";

/** Form that sets a new password through an administrator's link and signs in. */
export function ResetForm({ token, email }: { token: string; email: string | null }) {
  const reset = useMutation(useTRPC().accounts.resetPassword.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).resetPasswordSchema,
    async (values) => {
      const account = await reset.mutateAsync(values);
      if (account.email !== null) await postSignIn(account.email, values.password);
      location.assign("/");
    },
    { token },
  );
  return (
    <form {...form} className="grid gap-5">
      <div>
        <h1>{t.setNewPassword()}</h1>
        {email && (
          <p className="mt-2 text-ink-2">
            {t.resetFor({ email, b: (text) => <b className="wrap-anywhere">{text}</b> })}
          </p>
        )}
      </div>
      <input type="email" autoComplete="username" defaultValue={email ?? ""} readOnly hidden />
      <NewPasswordField {...field("password")} label={t.newPassword()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Button look="act" type="submit" busy={isBusy}>
        {isBusy ? t.settingPassword() : t.setPassword()}
      </Button>
    </form>
  );
}
