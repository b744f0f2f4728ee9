import { OutcomesView } from "#components/rounds/outcomes/outcomes-page.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/outcomes.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requireLearning } from "../../learning.ts";

export const generateMetadata = titled(t.pageTitle);

export default async function OutcomesPage({ params }: PageProps<"/studies/[studyId]/rounds/outcomes">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator");
  requireLearning(study);
  const view = await (await api()).outcomes.file.read({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={t.pageTitle()} lede={t.pageLede()}>
      <OutcomesView studyId={studyId} initial={view} />
    </StudyPage>
  );
}
