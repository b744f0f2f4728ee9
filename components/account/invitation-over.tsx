import { ButtonLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { invitationDays } from "#server/schemas/durations.ts";

type Over = {
  state: "unknown" | "used" | "withdrawn" | "expired";
  inviter?: { name: string; email: string } | null;
};

const titles = {
  unknown: "This link leads nowhere",
  used: "This link has been used",
  withdrawn: "This link was withdrawn",
  expired: "This link has run out",
} as const;

/** Explains why a link no longer works and what to do next. */
export function InvitationOver({ invitation: { state, inviter } }: { invitation: Over }) {
  return (
    <div className="grid justify-items-start gap-5">
      <h1>{titles[state]}</h1>
      {state === "unknown" && <p>Copy the whole link out of the message, or ask for it again.</p>}
      {state === "used" && (
        <>
          <p>Each link works once. If it was you, sign in with your e-mail address and your password.</p>
          <ButtonLink look="act" href="/sign-in">
            Sign in
          </ButtonLink>
        </>
      )}
      {(state === "withdrawn" || state === "expired") && <AskAgain inviter={inviter ?? null} />}
    </div>
  );
}

function AskAgain({ inviter }: { inviter: Over["inviter"] }) {
  if (!inviter) {
    return (
      <Notice title="It came from this server itself.">Start the server again: it prints a new one.</Notice>
    );
  }
  const subject = encodeURIComponent("A new link for Evenhand, please");
  const body = encodeURIComponent("My link to Evenhand does not work any more. Could you send me a new one?");
  return (
    <>
      <p>
        {`Links to join work for ${invitationDays} days.`} {inviter.name} can make you a new one.
      </p>
      <a href={`mailto:${inviter.email}?subject=${subject}&body=${body}`}>
        Ask {inviter.name} for a new link
      </a>
    </>
  );
}
