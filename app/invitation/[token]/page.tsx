import { AcceptForm } from "#components/account/accept-form.tsx";
import { ConfirmEmail } from "#components/account/confirm-email.tsx";
import { InvitationFacts, InvitationOver } from "#components/account/invitation.tsx";
import { JoinForm } from "#components/account/join-form.tsx";
import { ResetForm } from "#components/account/reset-form.tsx";
import { Main } from "#components/ui/page.tsx";
import * as t from "#messages/invitations.ts";
import { api } from "#server/http/caller.ts";
import { currentViewer, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function InvitationPage({ params }: PageProps<"/invitation/[token]">) {
  const { token } = await params;
  const [caller, viewer] = await Promise.all([api(), currentViewer()]);
  const isWhole = /^[\w-]{43}$/.test(token);
  const invitation = isWhole
    ? await caller.accounts.describeInvitation({ token })
    : { state: "unknown" as const };
  if (invitation.state !== "open") {
    return (
      <Main width="text">
        <InvitationOver invitation={invitation} />
      </Main>
    );
  }
  return (
    <Main>
      <div className="mx-auto grid max-w-[34rem] gap-10 lg:max-w-[63rem] lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:gap-16 lg:pt-8">
        <div className="border-t-4 border-rule pt-5">
          {invitation.purpose === "change-email" ? (
            <ConfirmEmail token={token} email={invitation.email ?? ""} isSignedIn={viewer !== null} />
          ) : invitation.purpose === "reset-password" ? (
            <ResetForm token={token} email={invitation.email} />
          ) : invitation.hasAccount || viewer ? (
            <JoinForm
              token={token}
              email={invitation.email}
              viewerEmail={viewer?.email ?? null}
              isAuditor={invitation.role === "auditor"}
            />
          ) : (
            <AcceptForm token={token} email={invitation.email} isAuditor={invitation.role === "auditor"} />
          )}
        </div>
        {invitation.purpose === "join" && <InvitationFacts {...invitation} />}
      </div>
    </Main>
  );
}
