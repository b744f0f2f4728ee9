import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { FurtherPeopleDesk } from "#components/further-people/further-people-desk.tsx";
import { RoleBox } from "#components/studies/role-box.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "More people" };

export default async function PeoplePage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  const caller = await api();
  if ((await caller.drafts.read({ studyId })) !== null) redirect(`/studies/${studyId}/setup`);
  const view = await caller.people.file({ studyId });
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Docket">
          <span className="truncate">{view.studyName}</span>
        </CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead
          crumb={<Link href={`/studies/${studyId}`}>{view.studyName}</Link>}
          title="More people"
          lede="A further file with the columns that the study has. Its people wait for the next rounds."
        />
        {view.isEnded ? (
          <Notice title="This study has ended.">Nobody can be added to it any more.</Notice>
        ) : (
          <FurtherPeopleDesk studyId={studyId} initial={view} />
        )}
      </Main>
    </>
  );
}
