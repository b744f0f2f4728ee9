import type { Metadata } from "next";
import { Suspense } from "react";
import { JudgingScreen } from "#components/judging/judging-room.tsx";
import { NotJudged } from "#components/judging/not-judged.tsx";
import { JudgingSkeleton } from "#components/judging/skeletons.tsx";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { api } from "#server/http/caller.ts";
import { requirePanelRound } from "#server/http/page-addresses.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string; round: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Judging round ${(await params).round}` };
}

export default async function JudgingPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account } = await requireStudyRole(studyId, "auditor");
  const number = await requirePanelRound(studyId, round, account.id);
  return (
    <Suspense fallback={<JudgingSkeleton />}>
      <Room studyId={studyId} round={number} accountId={account.id} />
    </Suspense>
  );
}

async function Room({ studyId, round, accountId }: { studyId: string; round: number; accountId: string }) {
  const caller = await api();
  const [judging, keys] = await Promise.all([
    caller.rounds.judging({ studyId, round }),
    caller.accounts.judgingKeys({}),
  ]);
  const { purpose, body } = judging.guideline;
  return (
    <JudgingScreen
      initial={judging}
      guidelineText={<GuidelineText purpose={purpose} body={body} />}
      whatIsJudged={<NotJudged judging={judging} />}
      studyId={studyId}
      accountId={accountId}
      keys={keys}
    />
  );
}
