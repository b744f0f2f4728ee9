import { PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/report.ts";
import * as forms from "#messages/reportForms.ts";
import { formatDay } from "#server/format.ts";
import type { StudyReport } from "#server/results/report/report.ts";
import type { Statements } from "#server/results/report/statements.ts";
import {
  isReportForm,
  type ReportKind,
  type ReportSection,
  reportForms,
  reportSections,
  summarySections,
} from "#server/study/report-forms.ts";
import { FormFields } from "./form-fields.tsx";
import { ErrorsFigure, GroupsFigure, ReportCountFigure, RoundsFigure } from "./report-figures.tsx";
import { ReportSentences } from "./report-sentences.tsx";
import { sectionSentences } from "./report-words.ts";

/** A report of a study: text, tables and drawings that need no script, on a screen, on paper and in a file. */
export function ReportArticle({
  report,
  statements,
  kind,
}: {
  report: StudyReport;
  statements: Statements;
  kind: ReportKind;
}) {
  const { study, head } = report;
  const shown = kind === "summary" ? summarySections : reportSections;
  return (
    <article id={reportId} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PageHead
        title={
          kind === "whole" ? t.titleOf({ study: study.name }) : forms.formOf({ kind, study: study.name })
        }
        lede={t.state({
          ...{ isAudit: study.isAudit, isEnded: study.isEnded },
          ...{ seq: head.seq, day: formatDay(head.at) },
        })}
      />
      {isReportForm(kind) ? (
        <>
          <p className="max-w-measure text-ink-2">{forms.formNote({ kind })}</p>
          <FormFields report={report} fields={reportForms[kind]} statements={statements} />
        </>
      ) : (
        shown.map((section) => (
          <SectionOf key={section} report={report} section={section} hasFigure={kind === "whole"} />
        ))
      )}
    </article>
  );
}

/** A section of a report: its sentences, each with its entry, and its chart. */
function SectionOf({
  report,
  section,
  hasFigure,
}: {
  report: StudyReport;
  section: ReportSection;
  hasFigure: boolean;
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2>{t.section({ section })}</h2>
      <ReportSentences studyId={report.study.id} sentences={sectionSentences[section](report)} />
      {hasFigure && <FigureOf report={report} section={section} />}
    </section>
  );
}

function FigureOf({ report, section }: { report: StudyReport; section: ReportSection }) {
  switch (section) {
    case "rounds":
      return <RoundsFigure report={report} />;
    case "reports":
      return <ReportCountFigure report={report} />;
    case "groups":
      return <GroupsFigure report={report} />;
    case "errors":
      return report.errors && <ErrorsFigure errors={report.errors} />;
    default:
      return null;
  }
}

/** Where a page keeps its report, for the file that is saved of it. */
const reportId = "report";
