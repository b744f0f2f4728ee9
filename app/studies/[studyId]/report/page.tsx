import { Suspense } from "react";
import { ReportArticle } from "#components/results/report/report-article.tsx";
import { ReportKinds } from "#components/results/report/report-kinds.tsx";
import { SaveReport } from "#components/results/report/save-report.tsx";
import { ShareReport } from "#components/results/report/share-report.tsx";
import { StatementsForm } from "#components/results/report/statements-form.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Main } from "#components/ui/page.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StudyCaption } from "#components/ui/study-caption.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/reportForms.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";
import { isReportForm, type ReportKind, reportFields, reportForms } from "#server/study/report-forms.ts";
import { reportKindIn } from "../../../list-address.ts";

export const generateMetadata = titled(() => common.tab({ tab: "report" }));

export default async function ReportPage({ params, searchParams }: PageProps<"/studies/[studyId]/report">) {
  const { studyId } = await params;
  const { role, study } = await requireStudyRole(studyId, "operator", "researcher");
  const kind = reportKindIn((await searchParams).show);
  return (
    <>
      <StudyCaption name={study.name} role={role} />
      <Main>
        <ReportKinds address={`/studies/${studyId}/report`} kind={kind} />
        <Suspense key={kind} fallback={<Skeleton className="h-96" />}>
          <Shown studyId={studyId} kind={kind} isOperator={role === "operator"} />
        </Suspense>
      </Main>
    </>
  );
}

async function Shown({
  studyId,
  kind,
  isOperator,
}: {
  studyId: string;
  kind: ReportKind;
  isOperator: boolean;
}) {
  const caller = await api();
  const { report, statements, hasPdf } = await caller.report.read({ studyId });
  const link = isOperator ? await caller.report.link({ studyId }) : null;
  const asked = isReportForm(kind) ? reportForms[kind].filter((field) => reportFields[field].isAsked) : [];
  return (
    <>
      <div className="mb-6 grid gap-2 print:hidden">
        <SaveReport address={`/api/studies/${studyId}`} kind={kind} hasPdf={hasPdf} />
        {isOperator && (
          <Fold label={t.share()}>
            <ShareReport studyId={studyId} madeAt={link?.madeAt ?? null} />
          </Fold>
        )}
        {isOperator && asked.length > 0 && (
          <Fold label={t.statements()}>
            <StatementsForm studyId={studyId} fields={asked} statements={statements} />
          </Fold>
        )}
      </div>
      <ReportArticle report={report} statements={statements} kind={kind} />
    </>
  );
}
