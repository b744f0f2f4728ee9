import { PracticeRoom } from "#components/judging/practice/practice-room.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main } from "#components/ui/page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/practice.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const generateMetadata = titled(t.title);

export default async function PracticePage({ params }: Props) {
  const { studyId } = await params;
  await requireStudyRole(studyId, "auditor");
  const caller = await api();
  const [practice, keys] = await Promise.all([
    caller.rounds.practice({ studyId }),
    caller.accounts.judgingKeys({}),
  ]);
  return (
    <>
      <Caption label={t.studyInShort()}>
        <CaptionBox label={common.study()}>
          <span className="truncate">{t.studyPractice({ study: practice.studyName })}</span>
        </CaptionBox>
        <CaptionBox label={common.yourRole()}>{common.role({ role: "auditor" })}</CaptionBox>
      </Caption>
      <Main>
        <PracticeRoom practice={practice} studyId={studyId} keys={keys} />
      </Main>
    </>
  );
}
