import { GroupsBody } from "#components/results/groups/groups-body.tsx";
import { NoFindings } from "#components/results/panel/no-findings.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/groups.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { groupsSchema } from "#server/schemas/results.ts";

export const generateMetadata = titled(() => common.tab({ tab: "groups" }));

export default async function GroupsPage({
  params,
  searchParams,
}: PageProps<"/studies/[studyId]/results/groups">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher");
  // An address with another number shows the usual one.
  const least = groupsSchema.shape.least.safeParse(Number((await searchParams).least)).data;
  const view = await (await api()).results.groups({ studyId, ...(least && { least }) });
  return (
    <StudyPage name={study.name} role={role} title={common.tab({ tab: "groups" })} lede={t.lede()}>
      {view.columns.length === 0 ? (
        <p className="text-ink-2">{t.noColumns()}</p>
      ) : view.figures === null ? (
        <NoFindings openRounds={view.openRounds} />
      ) : (
        <GroupsBody studyId={studyId} seq={view.head.seq} isAudit={study.isAudit} figures={view.figures} />
      )}
    </StudyPage>
  );
}
