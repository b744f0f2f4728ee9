import { PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/report.ts";
import { formatDay } from "#server/format.ts";
import type { StudyReport } from "#server/results/report/report.ts";
import { ErrorsFigure, ReportCountFigure, RoundsFigure } from "./report-figures.tsx";
import { reportId } from "./report-id.ts";
import { ReportSentences } from "./report-sentences.tsx";
import { type ReportSection, reportSections, sectionSentences } from "./report-words.ts";

/** A whole report of a study: text, tables and drawings that need no script, on a screen, on paper and in a file. */
export function ReportArticle({ report }: { report: StudyReport }) {
  const { study, head } = report;
  return (
    <article id={reportId} className="grid gap-8">
      <PageHead
        title={t.titleOf({ study: study.name })}
        lede={t.state({
          ...{ isAudit: study.isAudit, isEnded: study.isEnded },
          ...{ seq: head.seq, day: formatDay(head.at) },
        })}
      />
      {reportSections.map((section) => (
        <SectionOf key={section} report={report} section={section} />
      ))}
    </article>
  );
}

/** A section of a report: its sentences, each with its entry, and its chart. */
function SectionOf({ report, section }: { report: StudyReport; section: ReportSection }) {
  return (
    <section className="grid min-w-0 gap-4">
      <h2>{t.section({ section })}</h2>
      <ReportSentences studyId={report.study.id} sentences={sectionSentences[section](report)} />
      <FigureOf report={report} section={section} />
    </section>
  );
}

function FigureOf({ report, section }: { report: StudyReport; section: ReportSection }) {
  switch (section) {
    case "rounds":
      return <RoundsFigure report={report} />;
    case "reports":
      return <ReportCountFigure report={report} />;
    case "errors":
      return report.errors && <ErrorsFigure errors={report.errors} />;
    default:
      return null;
  }
}
