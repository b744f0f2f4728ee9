import { RunList } from "#components/results/simulations/run-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/simulations.ts";
import { api } from "#server/http/caller.ts";
import { requireDraftRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "simulations" }));

export default async function RunsPage({ params }: PageProps<"/studies/[studyId]/results/simulations">) {
  const { studyId } = await params;
  const { role, study } = await requireDraftRole(studyId, "operator", "researcher");
  const view = await (await api()).simulations.read({ studyId });
  return (
    <StudyPage
      name={study.name}
      role={role}
      title={common.tab({ tab: "simulations" })}
      {...(study.state === "draft" && {
        crumb: <Link href={`/studies/${studyId}/draft/rehearsal`}>{study.name}</Link>,
      })}
      lede={t.lede()}
    >
      <RunList studyId={studyId} isPlayed={study.state !== "draft"} initial={view} />
    </StudyPage>
  );
}
