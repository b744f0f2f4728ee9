"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { postSignOut } from "#components/ui/api/auth-client.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/invitations.ts";
import { seatKey } from "./seat-key.ts";

const b = (text: ReactNode) => <b className="wrap-anywhere">{text}</b>;

type Props = { token: string; email: string | null; viewerEmail: string | null; isAuditor: boolean };

/** Form for a person who already has an account, or who uses a browser where another person is signed in. */
export function JoinForm({ token, email, viewerEmail, isAuditor }: Props) {
  if (viewerEmail === null) return <SignInFirst token={token} email={email} />;
  return viewerEmail === email ? (
    <Join token={token} isAuditor={isAuditor} />
  ) : (
    <OtherAccount email={email} viewerEmail={viewerEmail} />
  );
}

function SignInFirst({ token, email }: { token: string; email: string | null }) {
  return (
    <div className="grid gap-5">
      <h1>{t.haveAccount()}</h1>
      <p>{t.signInToAccept({ email: email ?? "", b })}</p>
      <ButtonLink look="act" href={`/sign-in?next=${encodeURIComponent(`/invitation/${token}`)}`}>
        {t.signIn()}
      </ButtonLink>
    </div>
  );
}

function OtherAccount({ email, viewerEmail }: { email: string | null; viewerEmail: string }) {
  async function leave() {
    await postSignOut();
    location.reload();
  }
  return (
    <div className="grid gap-5">
      <h1>{t.notYours()}</h1>
      <p>
        {email === null
          ? t.signedInAs({ viewer: viewerEmail, b })
          : t.signedInAsOther({ viewer: viewerEmail, email, b })}
      </p>
      <Button look="act" onClick={leave}>
        {t.signOutAndUse()}
      </Button>
    </div>
  );
}

function Join({ token, isAuditor }: { token: string; isAuditor: boolean }) {
  const { mutateAsync } = useMutation(useTRPC().accounts.joinWithAccount.mutationOptions());
  const join = useMutation({
    mutationFn: async () => mutateAsync({ token, key: isAuditor ? await seatKey() : undefined }),
    onSuccess: ({ studyId }) => location.assign(studyId === null ? "/" : `/studies/${studyId}`),
  });
  return (
    <div className="grid gap-5">
      <h1>{t.acceptTitle()}</h1>
      <p>{t.addedToAccount()}</p>
      <ErrorNotice error={join.error} />
      <Button look="act" busy={join.isPending} onClick={() => join.mutate()}>
        {join.isPending ? t.accepting() : t.accept()}
      </Button>
    </div>
  );
}
