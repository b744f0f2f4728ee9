import type { Metadata } from "next";
import { Suspense } from "react";
import { Guidelines } from "#components/judging/guidelines.tsx";
import { JudgingScreen } from "#components/judging/judging-room.tsx";
import { NotJudged } from "#components/judging/not-judged.tsx";
import { JudgingSkeleton } from "#components/judging/skeletons.tsx";
import { GuidelineText } from "#components/setup/guidelines/guideline-text.tsx";
import { manifestAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/judging.ts";
import { api } from "#server/http/caller.ts";
import { offlineBuild } from "#server/http/files/offline-files.ts";
import { requirePanelRound } from "#server/http/page-addresses.ts";
import { currentViewer, requireStudyRole, type StudyHead } from "#server/http/pages.ts";

type Props = PageProps<"/studies/[studyId]/judging/[round]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await currentViewer();
  const { studyId, round } = await params;
  return { title: t.judgingTitle({ round }), manifest: manifestAddress(studyId) };
}

export default async function JudgingPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account, study } = await requireStudyRole(studyId, "auditor");
  const number = await requirePanelRound(studyId, round, account.id);
  return (
    <Suspense fallback={<JudgingSkeleton />}>
      <Room study={study} round={number} accountId={account.id} />
    </Suspense>
  );
}

async function Room({ study, round, accountId }: { study: StudyHead; round: number; accountId: string }) {
  const studyId = study.id;
  const caller = await api();
  const [judging, keys] = await Promise.all([
    caller.rounds.judging({ studyId, round }),
    caller.accounts.judgingKeys({}),
  ]);
  const { purpose, body, language } = judging.guideline;
  return (
    <JudgingScreen
      initial={judging}
      guidelineText={
        <Guidelines guideline={judging.guideline}>
          <GuidelineText purpose={purpose} body={body} language={language} />
        </Guidelines>
      }
      whatIsJudged={<NotJudged judging={judging} />}
      studyId={studyId}
      studyName={study.name}
      accountId={accountId}
      keys={keys}
      build={offlineBuild()}
    />
  );
}
