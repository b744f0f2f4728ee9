import { isGuarded } from "#components/rounds/limit-words.ts";
import { OpenRoundView } from "#components/rounds/open-round/open-round-page.tsx";
import { WhetherReady } from "#components/rounds/open-round/whether-ready.tsx";
import { pickSettings } from "#components/rounds/picks-words.ts";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/rounds.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requireLearning, requirePublished } from "../../published.ts";

export const generateMetadata = titled(t.openTitle);

export default async function OpenRoundPage({ params }: PageProps<"/studies/[studyId]/rounds/new">) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  await requirePublished(studyId);
  await requireLearning(studyId);
  const caller = await api();
  const study = await caller.studies.read({ studyId });
  const { selection, seats } = await caller.panel.read({ studyId });
  const number = study.nextRound;
  return (
    <StudyPage name={study.name} role={role} title={t.openTitle()} lede={t.openLede()}>
      <WhetherReady study={study}>
        <OpenRoundView
          studyId={studyId}
          number={number}
          openCount={study.open.length}
          waitingCount={study.waitingCount}
          roundSize={study.settings.learner.roundSize}
          usualDeadlineDays={study.usualDeadlineDays}
          isGuarded={isGuarded(study.settings.learner)}
          picks={pickSettings(study.settings.learner)}
          asked={{ docket: study.settings.presentation.docket, pace: study.pace }}
          panel={{ selection, seats }}
          initial={await caller.rounds.waiting({ studyId })}
        />
      </WhetherReady>
    </StudyPage>
  );
}
