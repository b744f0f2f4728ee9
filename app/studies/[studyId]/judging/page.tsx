import type { Metadata } from "next";
import { Suspense } from "react";
import { NoRound } from "#components/judging/no-round.tsx";
import { OpenRoundCard } from "#components/judging/open-round-card.tsx";
import { PracticeOffer } from "#components/judging/practice-offer.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { DamageNotice } from "#components/rounds/studies/damage-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string }> };
type Role = "auditor" | "former-auditor";

export const metadata: Metadata = { title: "My rounds" };

export default async function MyRoundsPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "auditor", "former-auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <MyRounds studyId={studyId} role={role} />
    </Suspense>
  );
}

async function MyRounds({ studyId, role }: { studyId: string; role: Role }) {
  const mine = await (await api()).rounds.mine({ studyId });
  const { studyName, roundCount, open, past, newest } = mine;
  const isFormer = role === "former-auditor";
  return (
    <>
      <StudyCaption name={studyName} role={role} />
      {!isFormer && <RoundNews studyId={studyId} shown={newest} />}
      <Main>
        <PageHead title="My rounds" />
        {!isFormer && past.length === 0 && <PracticeOffer href={`/studies/${studyId}/practice`} />}
        <DamageNotice damage={isFormer ? null : mine.damage} />
        {isFormer ? (
          <Notice title="You are no longer an auditor of this study." className="mb-8">
            You can still read the receipts and results of the rounds that you judged.
          </Notice>
        ) : open === null ? (
          <NoRound hasSeat={mine.seat !== null} isFirst={roundCount === 0} isEnded={mine.isEnded} />
        ) : (
          <OpenRoundCard studyId={studyId} studyName={studyName} round={open} />
        )}
        {past.length > 0 && <Link href={`/studies/${studyId}/results`}>Results of past rounds</Link>}
      </Main>
    </>
  );
}
