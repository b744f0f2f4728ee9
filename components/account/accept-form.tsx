"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { postSignIn } from "#components/ui/api/auth-client.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/invitations.ts";
import { NewPasswordField } from "./password-field.tsx";
import { accountSchemas } from "./schemas.ts";
import { seatKey } from "./seat-key.ts";

/** Form that creates an account from an invitation link and signs in. */
export function AcceptForm({
  token,
  email,
  isAuditor,
}: {
  token: string;
  email: string | null;
  isAuditor: boolean;
}) {
  const accept = useMutation(useTRPC().accounts.acceptInvitation.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(
    async () => (await accountSchemas()).acceptInvitationSchema,
    async (values) => {
      const key = isAuditor ? await seatKey() : undefined;
      const account = await accept.mutateAsync({ ...values, key });
      await postSignIn(account.email, values.password);
      location.assign(account.studyId === null ? "/" : `/studies/${account.studyId}`);
    },
    { token },
  );
  return (
    <form {...form} className="grid gap-5">
      <div>
        <h1>{t.makeYourAccount()}</h1>
        <p className="mt-2 text-ink-2">{email === null ? t.firstHere() : t.takesAMinute()}</p>
      </div>
      <Field label={t.yourName()} {...field("displayName")} autoComplete="name" hint={t.yourNameHint()} />
      <Field
        label={t.email()}
        {...field("email")}
        type="email"
        autoComplete="username"
        {...(email !== null && { value: email, readOnly: true })}
        hint={t.emailHint({ isInvited: email !== null })}
      />
      <NewPasswordField {...field("password")} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Button look="act" type="submit" busy={isBusy}>
        {isBusy ? t.makingAccount() : t.makeAccount()}
        <ArrowRight aria-hidden />
      </Button>
    </form>
  );
}
