import { Suspense } from "react";
import { ReportArticle } from "#components/results/report/report-article.tsx";
import { SaveReport } from "#components/results/report/save-report.tsx";
import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import * as common from "#messages/common.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { requirePublished } from "../published.ts";

type Props = { params: Promise<{ studyId: string }> };

export const generateMetadata = titled(() => common.tab({ tab: "report" }));

export default async function ReportPage({ params }: Props) {
  const { studyId } = await params;
  const { role } = await requireStudyRole(studyId, "operator", "researcher");
  if (role === "operator") await requirePublished(studyId);
  const study = await (await api()).studies.read({ studyId });
  return (
    <>
      <StudyCaption name={study.name} role={role} />
      <Main>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <WholeReport studyId={studyId} />
        </Suspense>
      </Main>
    </>
  );
}

async function WholeReport({ studyId }: { studyId: string }) {
  const report = await (await api()).report.read({ studyId });
  return (
    <>
      <div className="mb-6 flex flex-wrap justify-end gap-2">
        <SaveReport name={`report-${studyId}`} />
      </div>
      <ReportArticle report={report} />
    </>
  );
}
