import { PageHead } from "#components/ui/page.tsx";
import * as t from "#messages/report.ts";
import * as forms from "#messages/reportForms.ts";
import { formatDay } from "#server/format.ts";
import type { StudyReport } from "#server/results/report/read-report.ts";
import type { Statement, Statements } from "#server/results/report/statements.ts";
import {
  isReportForm,
  type ReportKind,
  type ReportSection,
  reportFields,
  reportForms,
  reportSections,
  summarySections,
} from "#server/study/report-forms.ts";
import { ErrorsFigure, GroupsFigure, ReportCountFigure, RoundsFigure } from "./report-figures.tsx";
import { ReportSource } from "./report-source.tsx";
import { type ReportSentence, sectionSentences } from "./report-words.ts";

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
          {reportForms[kind].map((field) => (
            <section key={field} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-hair pt-4">
              <h2>{forms.field({ field })}</h2>
              <ReportSentences
                studyId={study.id}
                sentences={reportFields[field].from.flatMap((section) => sectionSentences[section](report))}
              />
              {field === "rates" && <GroupsFigure report={report} />}
              {reportFields[field].isAsked && <Stated statement={statements[field]} />}
            </section>
          ))}
        </>
      ) : (
        shown.map((section) => (
          <section key={section} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <h2>{t.section({ section })}</h2>
            <ReportSentences studyId={study.id} sentences={sectionSentences[section](report)} />
            {kind === "whole" && <FigureOf report={report} section={section} />}
          </section>
        ))
      )}
    </article>
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

/** What the operator states in a field. An empty field says so. */
function Stated({ statement }: { statement: Statement | undefined }) {
  if (statement === undefined) return <p className="text-ink-2">{forms.notStatedByOperator()}</p>;
  return (
    <div className="max-w-measure border-s-4 border-hair ps-4">
      <p className="text-sm text-ink-2">{forms.statedOn({ day: formatDay(statement.statedAt) })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{statement.text}</p>
    </div>
  );
}

/** Sentences of a report, each with the log entry that it follows from. */
function ReportSentences({ studyId, sentences }: { studyId: string; sentences: readonly ReportSentence[] }) {
  return (
    <ul className="grid max-w-measure gap-2">
      {sentences.map(({ text, seq }) => (
        <li key={text} className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
          {text} {seq !== null && <ReportSource studyId={studyId} seq={seq} />}
        </li>
      ))}
    </ul>
  );
}
