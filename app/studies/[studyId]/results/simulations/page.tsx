import type { Metadata } from "next";
import { RunList } from "#components/results/simulations/run-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Simulations" };

export default async function RunsPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  const view = await (await api()).simulations.read({ studyId });
  return (
    <>
      <StudyCaption name={view.studyName} role={role} />
      <Main>
        <PageHead
          title="Simulations"
          {...(view.isDraft && {
            crumb: <Link href={`/studies/${studyId}/draft/rehearsal`}>{view.studyName}</Link>,
          })}
          lede="What might happen, with simulated people or auditors. Each can be repeated elsewhere, byte for byte."
        />
        <RunList studyId={studyId} initial={view} />
      </Main>
    </>
  );
}
