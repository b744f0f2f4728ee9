import { Suspense } from "react";
import { FindingsBody } from "#components/results/panel/findings-body.tsx";
import { NextRounds } from "#components/results/panel/next-rounds.tsx";
import { NoFindings } from "#components/results/panel/no-findings.tsx";
import { PolicySkeleton } from "#components/results/policy/skeletons.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/panelResults.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "panel" }));

export default async function PanelResultsPage({ params }: PageProps<"/studies/[studyId]/results/panel">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher", "observer");
  // Not a loading.tsx: it would answer 200 before the role is known.
  return (
    <StudyPage name={study.name} role={role} live={study} title={t.title()}>
      <Suspense fallback={<PolicySkeleton />}>
        <PanelResults
          studyId={studyId}
          maySimulate={role === "operator" && !study.isAudit && study.state !== "ended"}
        />
      </Suspense>
    </StudyPage>
  );
}

async function PanelResults({ studyId, maySimulate }: { studyId: string; maySimulate: boolean }) {
  const view = await (await api()).results.findings({ studyId });
  const { findings, openRounds } = view;
  return (
    <>
      {findings === null ? (
        <NoFindings openRounds={openRounds} />
      ) : (
        <FindingsBody studyId={studyId} view={view} findings={findings} />
      )}
      {maySimulate && <NextRounds studyId={studyId} closedCount={findings?.reports.rounds ?? 0} />}
    </>
  );
}
