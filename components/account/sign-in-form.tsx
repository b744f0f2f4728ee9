"use client";

import { ArrowRight } from "lucide-react";
import { postSignIn } from "#components/ui/api/auth-client.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/signIn.ts";
import { accountSchemas } from "./schemas.ts";

/** Sign-in form. `next` is a path of this site, checked on the server. */
export function SignInForm({ next }: { next: string }) {
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).signInSchema,
    async ({ email, password }) => {
      await postSignIn(email, password);
      // A full page load, so that nothing of a previous session stays in memory.
      location.assign(next);
    },
  );
  return (
    <form {...form} className="grid gap-5">
      <Field label={t.email()} {...field("email")} type="email" autoComplete="username" />
      <Field label={t.password()} {...field("password")} type="password" autoComplete="current-password" />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Button look="act" type="submit" busy={isBusy}>
        {isBusy ? t.signingIn() : t.signIn()}
        <ArrowRight aria-hidden />
      </Button>
      <p className="text-sm text-ink-2">{t.forgotten()}</p>
    </form>
  );
}
