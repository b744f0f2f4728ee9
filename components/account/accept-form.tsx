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
  const { form, refusal, isBusy } = useForm(
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
      <Field
        label={t.yourName()}
        name="displayName"
        autoComplete="name"
        hint={t.yourNameHint()}
        error={refusal.fields.displayName}
      />
      <Field
        label={t.email()}
        name="email"
        type="email"
        autoComplete="username"
        {...(email !== null && { value: email, readOnly: true })}
        hint={t.emailHint({ isInvited: email !== null })}
        error={refusal.fields.email}
      />
      <NewPasswordField name="password" error={refusal.fields.password} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Button look="act" type="submit" busy={isBusy}>
        {isBusy ? t.makingAccount() : t.makeAccount()}
        <ArrowRight aria-hidden />
      </Button>
    </form>
  );
}
