import type { Metadata } from "next";
import { Suspense } from "react";
import { FindingsBody } from "#components/results/panel/findings-body.tsx";
import { FindingsSkeleton } from "#components/results/panel/findings-skeleton.tsx";
import { NoFindings } from "#components/results/panel/no-findings.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { RoleBox } from "#components/ui/role-box.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import { requirePublished } from "../../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const metadata: Metadata = { title: "Findings" };

export default async function FindingsPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  if (role === "operator") await requirePublished(studyId);
  // Not a loading.tsx: it would answer 200 before the role is known.
  return (
    <Suspense fallback={<FindingsSkeleton />}>
      <Findings studyId={studyId} role={role} />
    </Suspense>
  );
}

type Role = "operator" | "researcher";

async function Findings({ studyId, role }: { studyId: string; role: Role }) {
  const view = await (await api()).results.findings({ studyId });
  const { studyName, findings, openRound } = view;
  return (
    <>
      <Caption label="The findings in short">
        <CaptionBox label="Study">
          <span className="truncate">{studyName}</span>
        </CaptionBox>
        <CaptionBox label="Rounds closed">{formatNumber(findings?.reports.rounds ?? 0)}</CaptionBox>
        <CaptionBox label="Pairs">{formatNumber(findings?.pairs.all ?? 0)}</CaptionBox>
        <RoleBox role={role} />
      </Caption>
      <Main>
        <PageHead
          title="Findings"
          crumb={<Link href={`/studies/${studyId}`}>{studyName}</Link>}
          lede="What the panel’s verdicts say by themselves: closed rounds alone, nothing learned, nothing guessed."
        />
        {findings === null ? (
          <NoFindings openRound={openRound} />
        ) : (
          <FindingsBody studyId={studyId} view={view} findings={findings} />
        )}
      </Main>
    </>
  );
}
