import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/invitations.ts";
import { invitationDays } from "#server/schemas/durations.ts";

type Over = {
  state: "unknown" | "used" | "withdrawn" | "expired";
  purpose?: "join" | "reset-password" | "change-email";
  inviter?: { name: string; email: string } | null;
};

/** Explains why a link no longer works and what to do next. */
export function InvitationOver({ invitation: { state, purpose, inviter } }: { invitation: Over }) {
  return (
    <div className="grid justify-items-start gap-5">
      <h1>{t.over({ state })}</h1>
      {state === "unknown" && <p>{t.copyWholeLink()}</p>}
      {state === "used" && (
        <>
          <p>{t.worksOnce()}</p>
          <ButtonLink look="act" href="/sign-in">
            {t.signIn()}
          </ButtonLink>
        </>
      )}
      {(state === "withdrawn" || state === "expired") &&
        (purpose === "change-email" ? (
          <Link href="/account">{t.requestEmailAgain()}</Link>
        ) : (
          <AskAgain inviter={inviter ?? null} isExpired={state === "expired"} />
        ))}
    </div>
  );
}

function AskAgain({ inviter, isExpired }: { inviter: Over["inviter"]; isExpired: boolean }) {
  if (!inviter) {
    return <Notice title={t.fromServer()}>{t.startAgain()}</Notice>;
  }
  const subject = encodeURIComponent(t.askSubject());
  const body = encodeURIComponent(t.askBody());
  return (
    <>
      <p>{t.linksToJoin({ isExpired, days: invitationDays, inviter: inviter.name })}</p>
      <a href={`mailto:${inviter.email}?subject=${subject}&body=${body}`}>
        {t.askAgain({ inviter: inviter.name })}
      </a>
    </>
  );
}
