import type { ReactNode } from "react";
import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { formatCount } from "#server/format.ts";
import type { FindingsView } from "#server/results/panel/read-findings.ts";
import { AgreementFigure } from "./agreement-figure.tsx";
import { DisputedPairs } from "./disputed-pairs.tsx";
import { FieldFigure } from "./field-figure.tsx";
import { comparedInWords, otherPairsInWords, reportsInWords, twiceInWords } from "./finding-words.ts";
import { NeededTable } from "./needed-table.tsx";
import { RatesFigure } from "./rates-figure.tsx";
import { ReportsPerHundred } from "./reports-per-hundred.tsx";
import { SeatsFigure } from "./seats-figure.tsx";
import { SeverityFigure } from "./severity-figure.tsx";

/** Findings from closed rounds, the summary sentence first. */
export function FindingsBody({
  studyId,
  view: { alpha, fields, isAudit },
  findings,
}: {
  studyId: string;
  view: FindingsView;
  findings: NonNullable<FindingsView["findings"]>;
}) {
  const { reports, quietRounds, beside, pairs, agreement, seats, needed, reliability, twice } = findings;
  return (
    <div className="grid gap-10">
      <div className="grid gap-6 lg:grid-cols-2">
        <div>
          <p className="text-xl text-balance">{reportsInWords(reports)}</p>
          {quietRounds > 0 && (
            <p className="mt-3 text-ink-2">
              In {formatCount(quietRounds, "round")} there was nothing to judge.
            </p>
          )}
          <ResearchDetails about="reports">
            <p className="max-w-measure text-sm text-ink-2">
              {isAudit
                ? "The interval treats rounds as alike. In an audit they nearly are: the chances are fixed and people are drawn by lot."
                : "The interval treats rounds as alike. In a study that learns, chances change from round to round, so it describes these rounds and not the next."}
            </p>
            {beside !== null && (
              <p className="max-w-measure text-sm text-ink-2">{otherPairsInWords(beside)}</p>
            )}
          </ResearchDetails>
        </div>
        <ReportsPerHundred {...reports} csv={tableAddress(studyId, "findings-reports")} />
      </div>
      <Part title="What separates" note={comparedInWords(findings)}>
        {pairs.reported === 0 || pairs.accepted === 0 ? (
          <EmptyFigure
            title="What separates reported pairs from accepted ones"
            note="The person with the lower chance, field by field"
            kind="estimated"
          >
            {pairs.reported === 0 ? "No pair was reported yet" : "No pair was accepted yet"}, so there is
            nothing to compare.
          </EmptyFigure>
        ) : (
          <FieldFigure studyId={studyId} fields={fields} findings={findings.fields} />
        )}
      </Part>
      <Part title="How the panel judged">
        <div className="grid gap-6 lg:grid-cols-2">
          <AgreementFigure {...{ studyId, agreement }} disputedCount={findings.disputedCount} />
          <SeatsFigure studyId={studyId} seats={seats} />
          <RatesFigure studyId={studyId} seats={reliability} />
          <SeverityFigure studyId={studyId} seats={reliability} />
        </div>
        {twice !== null && <p className="mt-4 max-w-measure text-ink-2">{twiceInWords(twice)}</p>}
        <div className="mt-6">
          <NeededTable studyId={studyId} groups={needed} isAudit={isAudit} />
        </div>
      </Part>
      <Part
        title="Pairs the panel disagreed on"
        note={`${formatCount(findings.disputedCount, "pair")} had both an “unfair” and an “acceptable”.`}
      >
        <DisputedPairs
          {...{ studyId, fields, alpha }}
          pairs={findings.disputed}
          count={findings.disputedCount}
        />
      </Part>
    </div>
  );
}

function Part({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0 border-t-2 border-rule pt-5">
      <h2>{title}</h2>
      <p className="mt-1 mb-4 max-w-measure text-sm text-ink-2">{note}</p>
      {children}
    </section>
  );
}
