import type { Metadata } from "next";
import { Suspense } from "react";
import { DueRound } from "#components/judging/due-round.tsx";
import { HowItWorks, NoRound } from "#components/judging/no-round.tsx";
import { PastRounds } from "#components/judging/past-rounds.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { RoundNews } from "#components/live/round-news.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";
import { addressBefore, pageBefore } from "../page-before.ts";

type Props = {
  params: Promise<{ studyId: string }>;
  searchParams: Promise<{ before?: string | string[] }>;
};

export const metadata: Metadata = { title: "My rounds" };

export default async function MyRoundsPage({ params, searchParams }: Props) {
  const { studyId } = await params;
  await requireStudyRole(studyId, "auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <MyRounds studyId={studyId} before={pageBefore((await searchParams).before)} />
    </Suspense>
  );
}

async function MyRounds({ studyId, before }: { studyId: string; before: number | undefined }) {
  const mine = await (await api()).rounds.mine({ studyId, ...(before && { before }) });
  const { studyName, roundCount, open, past, newest } = mine;
  const here = `/studies/${studyId}/judge#past`;
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Docket">
          <span className="truncate">{studyName}</span>
        </CaptionBox>
        <CaptionBox label="My rounds">{roundCount.toLocaleString("en-GB")}</CaptionBox>
        <CaptionBox label="Your role">Auditor</CaptionBox>
      </Caption>
      <RoundNews studyId={studyId} shown={newest} />
      <Main>
        <PageHead title="My rounds">
          <ButtonLink href={`/studies/${studyId}/guidelines`}>Guidelines</ButtonLink>
        </PageHead>
        {open === null ? (
          <NoRound hasSeat={mine.hasSeat} isFirst={roundCount === 0} isEnded={mine.isEnded} />
        ) : (
          <DueRound studyId={studyId} studyName={studyName} round={open} />
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
        <HowItWorks decision={mine.decision} isAudit={mine.isAudit} />
      </Main>
    </>
  );
}
