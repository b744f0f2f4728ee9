import type { Metadata } from "next";
import { Suspense } from "react";
import { DueRound } from "#components/judging/due-round.tsx";
import { HowItWorks, NoRound } from "#components/judging/no-round.tsx";
import { PastRounds } from "#components/judging/past-rounds.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "My rounds" };

export default async function MyRoundsPage({ params }: Props) {
  const { studyId } = await params;
  await requireStudyRole(studyId, "auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <MyRounds studyId={studyId} />
    </Suspense>
  );
}

async function MyRounds({ studyId }: { studyId: string }) {
  const { studyName, rounds } = await (await api()).rounds.mine({ studyId });
  const open = rounds.find((round) => round.state === "open");
  const past = rounds.filter((round) => round.state !== "open");
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Docket">
          <span className="truncate">{studyName}</span>
        </CaptionBox>
        <CaptionBox label="My rounds">{rounds.length}</CaptionBox>
        <CaptionBox label="Your role">Auditor</CaptionBox>
      </Caption>
      <Main>
        <PageHead title="My rounds">
          <ButtonLink href={`/studies/${studyId}/guidelines`}>Guidelines</ButtonLink>
        </PageHead>
        {open === undefined ? (
          <NoRound isFirst={rounds.length === 0} />
        ) : (
          <DueRound studyId={studyId} studyName={studyName} round={open} />
        )}
        {past.length > 0 && (
          <Section title="Past rounds" note="What the panel decided, and your receipts.">
            <PastRounds studyId={studyId} rounds={past} />
          </Section>
        )}
        <HowItWorks />
      </Main>
    </>
  );
}
