import { roundToOpen } from "#components/rounds/open-round/next-round.ts";
import { OpenRoundView } from "#components/rounds/open-round/open-round-page.tsx";
import { WhetherReady } from "#components/rounds/open-round/whether-ready.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/rounds.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requireLearning } from "../../learning.ts";

export const generateMetadata = titled(t.openTitle);

export default async function OpenRoundPage({ params }: PageProps<"/studies/[studyId]/rounds/new">) {
  const { studyId } = await params;
  const { role, study: head } = await requireStudyRole(studyId, "operator");
  requireLearning(head);
  const caller = await api();
  const study = await caller.studies.read({ studyId });
  const panel = await caller.panel.read({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={t.openTitle()} lede={t.openLede()}>
      <WhetherReady study={study}>
        <OpenRoundView round={roundToOpen(study, panel)} initial={await caller.rounds.waiting({ studyId })} />
      </WhetherReady>
    </StudyPage>
  );
}
