import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/invitations.ts";
import type { StudyRole } from "#server/accounts/memberships.ts";
import { decisionAsQuestion } from "#server/study/decision.ts";

type Role = "administrator" | StudyRole;

type Props = {
  role: Role | null;
  studyName: string | null;
  decision: string | null;
  inviter: { name: string } | null;
  expiresAt: number;
};

/** Facts of an invitation that a person accepts by creating an account. */
export function InvitationFacts({ role, studyName, decision, inviter, expiresAt }: Props) {
  const asks = {
    inviter: inviter?.name ?? t.thisServer(),
    role: role ?? "none",
    study: studyName ?? "",
  } as const;
  return (
    <aside aria-labelledby="invitation">
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
