"use client";

import { useMutation } from "@tanstack/react-query";
import { postSignOut } from "#components/ui/api/auth-client.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { seatKey } from "./seat-key.ts";

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
      <h1>You have an account</h1>
      <p>
        This invitation is for <b className="break-all">{email}</b>. Sign in with that account to accept it.
      </p>
      <ButtonLink look="act" href={`/sign-in?next=${encodeURIComponent(`/invitation/${token}`)}`}>
        Sign in
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
      <h1>Not your invitation</h1>
      <p>
        You are signed in as <b className="break-all">{viewerEmail}</b>
        {email !== null && (
          <>
            ; this invitation is for <b className="break-all">{email}</b>
          </>
        )}
        .
      </p>
      <Button look="act" onClick={leave}>
        Sign out and use it
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
      <h1>Accept the invitation</h1>
      <p>It is added to the account you are signed in with.</p>
      {join.isError && <Notice tone="bad" title={refusalOf(join.error).message} live />}
      <Button look="act" busy={join.isPending} onClick={() => join.mutate()}>
        {join.isPending ? "Accepting" : "Accept"}
      </Button>
    </div>
  );
}
