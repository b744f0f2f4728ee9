import * as t from "#messages/reportForms.ts";
import { formatDay } from "#server/format.ts";
import type { StudyReport } from "#server/results/report/report.ts";
import type { Statement, Statements } from "#server/results/report/statements.ts";
import { type ReportField, reportFields } from "#server/study/report-forms.ts";
import { GroupsFigure } from "./report-figures.tsx";
import { ReportSentences } from "./report-sentences.tsx";
import { sectionSentences } from "./report-words.ts";

/** The fields of a form: what the log says, then what the operator states. An empty field says so. */
export function FormFields({
  report,
  fields,
  statements,
}: {
  report: StudyReport;
  fields: readonly ReportField[];
  statements: Statements;
}) {
  return fields.map((field) => (
    <section key={field} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-hair pt-4">
      <h2>{t.field({ field })}</h2>
      <ReportSentences
        studyId={report.study.id}
        sentences={reportFields[field].from.flatMap((section) => sectionSentences[section](report))}
      />
      {field === "rates" && <GroupsFigure report={report} />}
      {reportFields[field].isAsked && <Stated statement={statements[field]} />}
    </section>
  ));
}

function Stated({ statement }: { statement: Statement | undefined }) {
  if (statement === undefined) return <p className="text-ink-2">{t.notStatedByOperator()}</p>;
  return (
    <div className="max-w-measure border-s-4 border-hair ps-4">
      <p className="text-sm text-ink-2">{t.statedOn({ day: formatDay(statement.statedAt) })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{statement.text}</p>
    </div>
  );
}
