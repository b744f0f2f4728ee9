import { EntryLink } from "#components/results/data/entry-link.tsx";
import { NoFindings } from "#components/results/panel/no-findings.tsx";
import { SummaryComputed } from "#components/results/summary/summary-computed.tsx";
import { SummaryList } from "#components/results/summary/summary-list.tsx";
import { auditSentences, summarySentences } from "#components/results/summary/summary-words.ts";
import * as t from "#messages/summary.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";

/** The answers of a study in a few sentences, as Results and the overview of an ended study show them. */
export async function StudySummary({
  study: { id: studyId, isAudit, head },
}: {
  study: Outputs["studies"]["read"];
}) {
  const caller = await api();
  const { findings, openRounds } = await caller.results.findings({ studyId });
  if (findings === null) return <NoFindings openRounds={openRounds} />;
  const { reports } = findings;
  const sentences = isAudit
    ? auditSentences(studyId, reports)
    : summarySentences(studyId, {
        reports,
        overview: await caller.results.overview({ studyId }),
        changes: await caller.results.changes({ studyId }),
      });
  return (
    <div className="grid gap-4">
      <SummaryList sentences={sentences} />
      <p className="text-sm text-ink-2">
        {t.computedUpTo({
          entry: () => <EntryLink studyId={studyId} seq={head.seq} what={t.endOfLog()} />,
        })}
      </p>
      <SummaryComputed isAudit={isAudit} />
    </div>
  );
}
