import type { Metadata } from "next";
import { Suspense } from "react";
import { GuidelineText } from "#components/guidelines/guideline-text.tsx";
import { JudgingRoom } from "#components/judging/judging-room.tsx";
import { JudgingSkeleton } from "#components/judging/skeletons.tsx";
import { api } from "#server/api/caller.ts";
import { requirePanelRound } from "#server/api/page-addresses.ts";
import { requireStudyRole } from "#server/api/pages.ts";

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
    <JudgingRoom
      initial={judging}
      guidelineText={<GuidelineText purpose={purpose} body={body} />}
      studyId={studyId}
      accountId={accountId}
      keys={keys}
    />
  );
}
