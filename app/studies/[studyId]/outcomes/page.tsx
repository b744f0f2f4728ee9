import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { OutcomesDesk } from "#components/outcomes/outcomes-desk.tsx";
import { RoleBox } from "#components/studies/role-box.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Outcomes from a file" };

export default async function OutcomesPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator");
  const caller = await api();
  if ((await caller.drafts.read({ studyId })) !== null) redirect(`/studies/${studyId}/setup`);
  const view = await caller.outcomes.file({ studyId });
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
          title="Outcomes from a file"
          lede="For many people at once. You see what would be recorded before anything is."
        />
        <OutcomesDesk studyId={studyId} initial={view} />
      </Main>
    </>
  );
}
