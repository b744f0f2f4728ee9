import type { Metadata } from "next";
import { InviteToStudy } from "#components/setup/panel/invite-to-study.tsx";
import { LinkList } from "#components/setup/panel/link-list.tsx";
import { MemberList } from "#components/setup/panel/member-list.tsx";
import { ReplaceSeat } from "#components/setup/panel/replace-seat.tsx";
import { SeatList } from "#components/setup/panel/seat-list.tsx";
import { SignInRule } from "#components/setup/panel/sign-in-rule.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

export const metadata: Metadata = { title: "Panel" };

type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<{ published?: string | string[] }>;
};

export default async function PanelPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  const caller = await api();
  const [panel, signInRule] = await Promise.all([
    caller.panel.read({ studyId }),
    caller.panel.signInRule({ studyId }),
  ]);
  const isEnded = panel.state === "ended";
  const isNew = (await searchParams).published !== undefined;
  return (
    <>
      <StudyCaption name={panel.name} role={role} />
      <Main>
        <PageHead
          title="Panel"
          lede="Who judges. Whoever operates or researches a study cannot sit on its panel."
        />
        {isNew && (
          <Notice tone="good" live title="The study is published." className="mb-8">
            Its people are stored and its log has begun. Invite the panel; then open the first round.
          </Notice>
        )}
        {isEnded && (
          <Notice title="This study has ended." className="mb-8">
            Nobody can be seated any more. Researchers and operators can still be invited.
          </Notice>
        )}
        <Section
          title="Seats"
          note="Each has one ballot a round, from the next opening on. The whole panel sees how each seat was filled, without names."
        >
          <SeatList studyId={studyId} panel={panel} />
        </Section>
        {(signInRule.provider !== null || signInRule.isRequired) && (
          <Section title="Signing in" note="Acts on the next thing an auditor does, in an open round too.">
            <SignInRule studyId={studyId} rule={signInRule} />
          </Section>
        )}
        <Section title="Invite" note={inviteNote(panel.mailIsOn)}>
          <div className="grid gap-6">
            <InviteToStudy studyId={studyId} canMail={panel.mailIsOn} />
            {panel.invitations.length > 0 && <LinkList studyId={studyId} links={panel.invitations} />}
          </div>
        </Section>
        {panel.seats.length > 0 && !isEnded && (
          <Section
            title="Replace somebody"
            note="Not in an open round in which somebody has sealed. Ballots of closed rounds stay."
          >
            <ReplaceSeat studyId={studyId} seats={panel.seats} waiting={panel.seatless} />
          </Section>
        )}
        <Section title="Researchers" note="They follow the record and download it; they see seats, no names.">
          <MemberList studyId={studyId} kind="researcher" label="Researchers" members={panel.researchers} />
        </Section>
        <Section title="Operators" note="They run the study. The last one stays.">
          <MemberList
            studyId={studyId}
            kind="operator"
            label="Operators"
            members={panel.operators}
            isOnly={panel.operators.length === 1}
          />
        </Section>
      </Main>
    </>
  );
}

function inviteNote(mailIsOn: boolean): string {
  const whom = "For people with an account here and without: which of both is not told.";
  return mailIsOn
    ? `${whom} The link goes to the address alone; you do not see it.`
    : `${whom} You send the link yourself, and the panel sees that you could.`;
}
