import { ReportsPerHundred } from "#components/results/panel/reports-per-hundred.tsx";
import { ReportsFigure, ThinnedNote } from "#components/results/policy/overview-charts.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";
import { reportSentence } from "./summary-words.ts";

/** One sentence and one chart on how often the panel reported a pair. */
export function StudyProgress({
  studyId,
  reports,
  overview,
}: {
  studyId: string;
  reports: Findings["reports"];
  /** Null in an audit. */
  overview: Overview | null;
}) {
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-xl text-balance">{reportSentence(reports, overview)}</p>
      {overview === null ? (
        <ReportsPerHundred {...reports} csv={tableAddress(studyId, "findings-reports")} />
      ) : (
        <>
          <ReportsFigure studyId={studyId} overview={overview} />
          <ThinnedNote roundCount={overview.closed.length} />
        </>
      )}
    </div>
  );
}
