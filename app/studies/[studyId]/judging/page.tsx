import type { Metadata } from "next";
import { Suspense } from "react";
import { NoRound } from "#components/judging/my-rounds/no-round.tsx";
import { OpenRoundCard } from "#components/judging/my-rounds/open-round-card.tsx";
import { PracticeOffer } from "#components/judging/my-rounds/practice-offer.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { DamageNotice } from "#components/rounds/studies/damage-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ForgetRounds } from "#components/ui/offline/forget-rounds.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { manifestAddress } from "#components/ui/study-addresses.ts";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/myRounds.ts";
import { formatList, formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { currentViewer, requireStudyRole, type StudyHead } from "#server/http/pages.ts";

type Props = PageProps<"/studies/[studyId]/judging">;

type Role = "auditor" | "former-auditor";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await currentViewer();
  return {
    title: common.tab({ tab: "judging" }),
    manifest: manifestAddress((await params).studyId),
  };
}

export default async function MyRoundsPage({ params }: Props) {
  const { studyId } = await params;
  const { account, role, study } = await requireStudyRole(studyId, "auditor", "former-auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <MyRounds study={study} role={role} accountId={account.id} />
    </Suspense>
  );
}

async function MyRounds({ study, role, accountId }: { study: StudyHead; role: Role; accountId: string }) {
  const studyId = study.id;
  const mine = await (await api()).rounds.mine({ studyId });
  const { roundCount, open, past, newest } = mine;
  const empty = past.filter((round) => round.pairCount === 0).map((round) => round.number);
  const unsealed = open.filter((round) => round.takesVerdicts && round.sealed === null);
  const isFormer = role === "former-auditor";
  return (
    <>
      <ForgetRounds accountId={accountId} study={{ studyId, open: unsealed.map(({ number }) => number) }} />
      <StudyCaption name={study.name} role={role} />
      {!isFormer && <RoundNews studyId={studyId} shown={newest} />}
      <Main>
        <PageHead title={common.tab({ tab: "judging" })} />
        {!isFormer && past.length === empty.length && <PracticeOffer href={`/studies/${studyId}/practice`} />}
        <DamageNotice damage={isFormer ? null : mine.damage} />
        {isFormer ? (
          <Notice title={t.noLongerAuditor()} className="mb-8">
            {t.noLongerAuditorNote()}
          </Notice>
        ) : open.length === 0 ? (
          <NoRound
            studyId={studyId}
            hasSeat={mine.seat !== null}
            isFirst={roundCount === 0}
            isEnded={study.state === "ended"}
          />
        ) : (
          open.map((round) => (
            <OpenRoundCard key={round.number} studyId={studyId} studyName={study.name} round={round} />
          ))
        )}
        {empty.length > 0 && (
          <p className="mb-4 max-w-measure text-ink-2">
            {t.roundsWithoutPairs({
              count: empty.length,
              rounds: formatList(empty.reverse().map(formatNumber)),
              limit: limitInWords(mine.alpha),
            })}
          </p>
        )}
        {past.length > 0 && <Link href={`/studies/${studyId}/results`}>{t.pastResults()}</Link>}
      </Main>
    </>
  );
}
