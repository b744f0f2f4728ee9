import { ObjectionList } from "#components/rounds/objections/objection-list.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as t from "#messages/objections.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requireLearning } from "../../learning.ts";

export const generateMetadata = titled(t.title);

export default async function ObjectionsPage({ params }: PageProps<"/studies/[studyId]/rounds/objections">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator");
  requireLearning(study);
  const view = await (await api()).objections.list({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={t.title()} lede={t.lede()}>
      <ObjectionList studyId={studyId} {...view} />
    </StudyPage>
  );
}
