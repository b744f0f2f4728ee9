import { notFound } from "next/navigation";
import { ReportArticle } from "#components/results/report/report-article.tsx";
import { ReportKinds } from "#components/results/report/report-kinds.tsx";
import { SaveReport } from "#components/results/report/save-report.tsx";
import { Main } from "#components/ui/page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/reportForms.ts";
import { api } from "#server/http/caller.ts";
import { titled } from "#server/http/pages.ts";
import { sharedReportSchema } from "#server/schemas/report.ts";
import { reportKindIn } from "../../list-address.ts";

export const generateMetadata = titled(() => common.tab({ tab: "report" }));

/** A study's report for everyone who has its link. A withdrawn link is like one that never was. */
export default async function SharedReportPage({ params, searchParams }: PageProps<"/reports/[token]">) {
  const { token } = await params;
  if (!sharedReportSchema.safeParse({ token }).success) notFound();
  const shared = await (await api()).report.shared({ token });
  if (shared === null) notFound();
  const kind = reportKindIn((await searchParams).show);
  return (
    <Main>
      <ReportKinds address={`/reports/${token}`} kind={kind} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <p className="max-w-measure text-sm text-ink-2">{t.sharedNote()}</p>
        <SaveReport address={`/reports/${token}`} kind={kind} hasPdf={shared.hasPdf} />
      </div>
      <ReportArticle report={shared.report} statements={shared.statements} kind={kind} />
    </Main>
  );
}
