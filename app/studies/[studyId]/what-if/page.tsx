import type { Metadata } from "next";
import { NoFindings } from "#components/results/findings/no-findings.tsx";
import { WhatIf } from "#components/results/what-if/what-if.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Explorer" };

export default async function ExplorerPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  if (role === "operator") await requirePublished(studyId);
  const study = await (await api()).whatIf.study({ studyId });
  return (
    <>
      <Caption label="The study in short">
        <CaptionBox label="Study">
          <span className="truncate">{study.studyName}</span>
        </CaptionBox>
        <CaptionBox label="Rounds closed">{formatNumber(study.closedCount)}</CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead
          title="Explorer"
          crumb={<Link href={`/studies/${studyId}`}>{study.studyName}</Link>}
          lede={
            study.learner === null
              ? "What the same verdicts would have reported under another rule."
              : "What the same verdicts would have reported under another rule, and what the learner would have made of it."
          }
        />
        {study.closedCount === 0 ? (
          <NoFindings openRound={study.openRound} />
        ) : (
          <WhatIf studyId={studyId} study={study} />
        )}
      </Main>
    </>
  );
}
