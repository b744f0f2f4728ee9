import type { ReportKind } from "#server/study/report-forms.ts";
import type { StudyReport } from "./read-report.ts";
import type { Statements } from "./statements.ts";

/** Makes one HTML file of a report: components/results/report/report-page.tsx. */
export type MakeReportPage = (shown: {
  readonly report: StudyReport;
  readonly statements: Statements;
  readonly kind: ReportKind;
  /** The styles of pages, without fonts. */
  readonly styles: string;
  /** The address of this server. */
  readonly origin: string;
}) => string;
