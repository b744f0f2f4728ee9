import { Suspense } from "react";
import { DistancesBody } from "#components/results/distances/distances-body.tsx";
import { PolicySkeleton } from "#components/results/policy/skeletons.tsx";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/distances.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(() => common.tab({ tab: "distances" }));

export default async function DistancesPage({ params }: PageProps<"/studies/[studyId]/results/distances">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher");
  // Not a loading.tsx: it would answer 200 before the role is known.
  return (
    <StudyPage
      name={study.name}
      role={role}
      live={study}
      title={common.tab({ tab: "distances" })}
      lede={t.lede()}
    >
      <Suspense fallback={<PolicySkeleton />}>
        <DistancesResults studyId={studyId} />
      </Suspense>
    </StudyPage>
  );
}

async function DistancesResults({ studyId }: { studyId: string }) {
  const view = await (await api()).results.distances({ studyId });
  return <DistancesBody studyId={studyId} view={view} />;
}
