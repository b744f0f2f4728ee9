import { PracticeRoom } from "#components/judging/practice/practice-room.tsx";
import { Main } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import * as common from "#messages/common.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "practice" }));

export default async function PracticePage({ params }: PageProps<"/studies/[studyId]/practice">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "auditor");
  const caller = await api();
  const [practice, keys] = await Promise.all([
    caller.rounds.practice({ studyId }),
    caller.accounts.judgingKeys({}),
  ]);
  return (
    <>
      <StudyCaption name={study.name} role={role} />
      <Main>
        <PracticeRoom practice={practice} studyId={studyId} keys={keys} />
      </Main>
    </>
  );
}
