import type { Metadata } from "next";
import { RunList } from "#components/results/runs/run-list.tsx";
import { stateWords } from "#components/rounds/inbox/state-words.ts";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Runs" };

export default async function RunsPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  const view = await (await api()).runs.read({ studyId });
  const home = view.state === "draft" ? `/studies/${studyId}/setup/rehearsal` : `/studies/${studyId}`;
  return (
    <>
      <Caption label="The runs in short">
        <CaptionBox label="Study">
          <span className="truncate">{view.studyName}</span>
        </CaptionBox>
        <CaptionBox label="State">{stateWords[view.state]}</CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead
          title="Runs"
          crumb={<Link href={home}>{view.studyName}</Link>}
          lede="Simulations and rehearsals that are kept: nothing in them happened. Each can be repeated elsewhere, byte for byte."
        />
        <RunList studyId={studyId} initial={view} />
      </Main>
    </>
  );
}
