import type { Metadata } from "next";
import { OpenRoundView } from "#components/rounds/open-round/open-round-page.tsx";
import { WhetherReady } from "#components/rounds/open-round/whether-ready.tsx";
import { pickSettings } from "#components/rounds/picks-words.ts";
import { Main, PageHead } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import * as t from "#messages/rounds.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requireLearning, requirePublished } from "../../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export function generateMetadata(): Metadata {
  return { title: t.openTitle() };
}

export default async function OpenRoundPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  await requireLearning(studyId);
  const caller = await api();
  const study = await caller.studies.read({ studyId });
  const number = study.nextRound;
  return (
    <>
      <StudyCaption name={study.name} role={role} />
      <Main>
        <PageHead title={t.openTitle()} lede={t.openLede()} />
        <WhetherReady study={study}>
          <OpenRoundView
            studyId={studyId}
            number={number}
            waitingCount={study.waitingCount}
            roundSize={study.settings.learner.roundSize}
            usualDeadlineDays={study.usualDeadlineDays}
            picks={pickSettings(study.settings.learner)}
            asked={{ docket: study.settings.presentation.docket, pace: study.pace }}
            initial={await caller.rounds.waiting({ studyId })}
          />
        </WhetherReady>
      </Main>
    </>
  );
}
