import type { Metadata } from "next";
import { PracticeRoom } from "#components/judging/practice/practice-room.tsx";
import { Main } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Practice" };

export default async function PracticePage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "auditor");
  const caller = await api();
  const [practice, keys] = await Promise.all([
    caller.rounds.practice({ studyId }),
    caller.accounts.judgingKeys({}),
  ]);
  return (
    <>
      <StudyCaption name={practice.studyName} role={role} />
      <Main>
        <PracticeRoom practice={practice} studyId={studyId} keys={keys} />
      </Main>
    </>
  );
}
