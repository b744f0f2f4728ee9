import type { Metadata } from "next";
import { Suspense } from "react";
import { Devices } from "#components/judging/devices.tsx";
import { HowItWorks, NoRound } from "#components/judging/no-round.tsx";
import { OpenRoundCard } from "#components/judging/open-round-card.tsx";
import { PastRounds } from "#components/judging/past-rounds.tsx";
import { PracticeOffer } from "#components/judging/practice-offer.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { DamageNotice } from "#components/rounds/studies/damage-notice.tsx";
import { SeatFacts } from "#components/setup/panel/seat-facts.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { addressBefore, pageBefore } from "../page-before.ts";

type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<{ before?: string | string[] }>;
};

export const metadata: Metadata = { title: "My rounds" };

export default async function MyRoundsPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "auditor", "former-auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <MyRounds
        studyId={studyId}
        before={pageBefore((await searchParams).before)}
        isFormer={role === "former-auditor"}
      />
    </Suspense>
  );
}

async function MyRounds({
  studyId,
  before,
  isFormer,
}: {
  studyId: string;
  before: number | undefined;
  isFormer: boolean;
}) {
  const mine = await (await api()).rounds.mine({ studyId, ...(before && { before }) });
  const { studyName, roundCount, open, past, newest } = mine;
  const here = `/studies/${studyId}/judging#past`;
  const practiceAddress = `/studies/${studyId}/practice`;
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Study">
          <span className="truncate">{studyName}</span>
        </CaptionBox>
        <CaptionBox label="My rounds">{formatNumber(roundCount)}</CaptionBox>
        <CaptionBox label="Your role">{isFormer ? "Former auditor" : "Auditor"}</CaptionBox>
      </Caption>
      {!isFormer && <RoundNews studyId={studyId} shown={newest} />}
      <Main>
        <PageHead title="My rounds">
          <ButtonLink href={`/studies/${studyId}/receipts`}>My receipts</ButtonLink>
          {!isFormer && <ButtonLink href={`/studies/${studyId}/guidelines`}>Guidelines</ButtonLink>}
          {!isFormer && past.length > 0 && <ButtonLink href={practiceAddress}>Practice</ButtonLink>}
        </PageHead>
        {!isFormer && past.length === 0 && <PracticeOffer href={practiceAddress} />}
        <DamageNotice damage={isFormer ? null : mine.damage} />
        {isFormer ? (
          <Notice title="You are no auditor of this study any more." className="mb-8">
            The receipts and results of the rounds you judged stay yours to look at, and nothing else.
          </Notice>
        ) : open === null ? (
          <NoRound hasSeat={mine.seat !== null} isFirst={roundCount === 0} isEnded={mine.isEnded} />
        ) : (
          <OpenRoundCard studyId={studyId} studyName={studyName} round={open} />
        )}
        {(past.length > 0 || mine.newer !== null) && (
          <Section id="past" title="Past rounds" note="What the panel decided, and your receipts.">
            <PastRounds studyId={studyId} rounds={past} />
            <Pager
              label="Pages of past rounds"
              newer={addressBefore(here, mine.newer, newest?.number ?? 0)}
              older={addressBefore(here, mine.older, newest?.number ?? 0)}
            />
          </Section>
        )}
        {mine.seats.length > 0 && (
          <Section
            title="The panel"
            note="How each seat was filled. Who sits there is known to the operators."
          >
            <SeatFacts seats={mine.seats} ownSeat={mine.seat} />
          </Section>
        )}
        {mine.seat !== null && mine.keys.length > 0 && (
          <Section
            title="Your devices"
            note="A ballot from a device that the record knows as yours proves that nobody else made it. One that is known vouches for another here."
          >
            <Devices studyId={studyId} seat={mine.seat} keys={mine.keys} />
          </Section>
        )}
        {!isFormer && <HowItWorks decision={mine.decision} isAudit={mine.isAudit} />}
      </Main>
    </>
  );
}
