import type { Metadata } from "next";
import { DataBody } from "#components/results/data/data-body.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Data" };

export default async function DataPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  if (role === "operator") await requirePublished(studyId);
  const view = await (await api()).results.data({ studyId });
  return (
    <>
      <Caption label="The data in short">
        <CaptionBox label="Study">
          <span className="truncate">{view.studyName}</span>
        </CaptionBox>
        <CaptionBox label="Entries">{formatNumber(view.head.seq)}</CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead
          title="Data"
          crumb={<Link href={`/studies/${studyId}`}>{view.studyName}</Link>}
          lede="Tables made from the log, each column explained, and the record that proves them."
        />
        <DataBody studyId={studyId} view={view} />
      </Main>
    </>
  );
}
