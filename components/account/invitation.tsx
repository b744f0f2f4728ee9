import { ButtonLink } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/invitations.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { invitationDays } from "#server/schemas/durations.ts";
import { decisionAsQuestion } from "#server/study/decision.ts";

type Invitation = Outputs["accounts"]["describeInvitation"];
type Open = Extract<Invitation, { state: "open" }>;
type Over = Exclude<Invitation, Open>;

/** Facts of an invitation that a person accepts by creating an account. */
export function InvitationFacts({ role, studyName, decision, inviter, expiresAt }: Open) {
  const asks = {
    inviter: inviter?.name ?? t.thisServer(),
    role: role ?? "none",
    study: studyName ?? "",
  } as const;
  return (
    <aside aria-labelledby="invitation" className="max-lg:order-first">
      <Sheet ruled>
        <SheetBody>
          <p className="mb-1 text-xs text-ink-3">{t.title()}</p>
          <h2 id="invitation" className="text-xl">
            {t.asksYou({ ...asks, hasStudy: studyName !== null })}
          </h2>
        </SheetBody>
        <Facts>
          {decision !== null && <Fact label={t.whatIsDecided()}>{decisionAsQuestion(decision)}</Fact>}
          {role && <Fact label={t.whatYouDo()}>{t.whatYouDoText({ role })}</Fact>}
          {role && <Fact label={t.howLong()}>{t.howLongText({ role })}</Fact>}
          <Fact label={t.whatIsStored()}>
            {t.storedOfRole({ role: role ?? "none" })}
            {t.storedOfAccount()}
          </Fact>
          {role && <Fact label={t.whoSees()}>{t.whoSeesText({ role })}</Fact>}
          <Fact label={t.theLink()}>{t.worksUntil({ time: () => <LocalTime at={expiresAt} /> })}</Fact>
        </Facts>
      </Sheet>
    </aside>
  );
}

/** Explains why a link no longer works and what to do next. */
export function InvitationOver({ invitation }: { invitation: Over }) {
  const { state } = invitation;
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
      {(invitation.state === "withdrawn" || invitation.state === "expired") &&
        (invitation.purpose === "change-email" ? (
          <Link href="/account">{t.requestEmailAgain()}</Link>
        ) : (
          <AskAgain inviter={invitation.inviter} isExpired={state === "expired"} />
        ))}
    </div>
  );
}

function AskAgain({ inviter, isExpired }: { inviter: Open["inviter"]; isExpired: boolean }) {
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
