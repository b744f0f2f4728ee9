"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/invitations.ts";

type Props = { token: string; email: string; isSignedIn: boolean };

/** Form that changes the address of the account that is signed in, by the link that was mailed to the new address. */
export function ConfirmEmail({ token, email, isSignedIn }: Props) {
  const confirm = useMutation(
    useTRPC().accounts.confirmEmailChange.mutationOptions({ onSuccess: () => location.assign("/account") }),
  );
  const b = (text: ReactNode) => <b className="wrap-anywhere">{text}</b>;
  return (
    <div className="grid gap-5">
      <h1>{t.confirmEmail()}</h1>
      <p>{isSignedIn ? t.confirmEmailText({ email, b }) : t.signInToConfirm({ email, b })}</p>
      <ErrorNotice error={confirm.error} />
      {isSignedIn ? (
        <Button look="act" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          {confirm.isPending ? t.changingEmail() : t.changeEmail()}
        </Button>
      ) : (
        <ButtonLink look="act" href={`/sign-in?next=${encodeURIComponent(`/invitation/${token}`)}`}>
          {t.signIn()}
        </ButtonLink>
      )}
    </div>
  );
}
