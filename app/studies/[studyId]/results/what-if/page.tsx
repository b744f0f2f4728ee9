import { NoFindings } from "#components/results/panel/no-findings.tsx";
import { WhatIf } from "#components/results/what-if/what-if.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/whatIf.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "whatIf" }));

export default async function WhatIfPage({ params }: PageProps<"/studies/[studyId]/results/what-if">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher");
  const view = await (await api()).whatIf.study({ studyId });
  return (
    <StudyPage name={study.name} role={role} title={common.tab({ tab: "whatIf" })} lede={t.lede()}>
      {view.closedCount === 0 ? (
        <NoFindings openRounds={view.openRounds} />
      ) : (
        <WhatIf studyId={studyId} study={view} />
      )}
    </StudyPage>
  );
}
