import type { ReactNode } from "react";
import { ToleranceTable } from "#components/rounds/tolerance-table.tsx";
import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import * as tolerances from "#messages/tolerances.ts";
import type { FindingsView } from "#server/results/panel/read-findings.ts";
import { AgreementFigure } from "./agreement-figure.tsx";
import { DisputedPairs } from "./disputed-pairs.tsx";
import { FieldFigure } from "./field-figure.tsx";
import { comparedInWords, otherPairsInWords, reportsInWords, twiceInWords } from "./finding-words.ts";
import { NeededTable } from "./needed-table.tsx";
import { ReportsPerHundred } from "./reports-per-hundred.tsx";
import { RatesFigure, SeatsFigure } from "./seats-figure.tsx";

/** Findings from closed rounds, the summary sentence first. */
export function FindingsBody({
  studyId,
  view: { alpha, fields, cardFields, isAudit, tolerances: asked },
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
          {reports.annulledPairs > 0 && (
            <p className="mt-3 text-ink-2">{t.annulledSince({ count: reports.annulledPairs })}</p>
          )}
          {quietRounds > 0 && <p className="mt-3 text-ink-2">{t.nothingToJudge({ count: quietRounds })}</p>}
          <ResearchDetails about={t.aboutReports()}>
            <p className="max-w-measure text-sm text-ink-2">{t.intervalNote({ isAudit })}</p>
            {beside !== null && (
              <p className="max-w-measure text-sm text-ink-2">{otherPairsInWords(beside)}</p>
            )}
          </ResearchDetails>
        </div>
        <ReportsPerHundred {...reports} csv={tableAddress(studyId, "findings-reports")} />
      </div>
      <Part title={t.separates()} note={comparedInWords(findings)}>
        {pairs.reported === 0 || pairs.accepted === 0 ? (
          <EmptyFigure title={t.separatesTitle()} note={t.separatesNote()} kind="estimated">
            {pairs.reported === 0 ? t.noneReported() : t.noneAccepted()}
          </EmptyFigure>
        ) : (
          <FieldFigure studyId={studyId} fields={fields} findings={findings.fields} />
        )}
      </Part>
      <Part title={t.seatsTitle()}>
        <div className="grid gap-6 lg:grid-cols-2">
          <AgreementFigure {...{ studyId, agreement }} disputedCount={findings.disputedCount} />
          <SeatsFigure studyId={studyId} seats={seats} />
          <RatesFigure studyId={studyId} seats={reliability} />
        </div>
        {twice !== null && <p className="mt-4 max-w-measure text-ink-2">{twiceInWords(twice)}</p>}
        <div className="mt-6">
          <NeededTable studyId={studyId} groups={needed} isAudit={isAudit} />
        </div>
      </Part>
      <Part title={t.disagreed()} note={t.hadBoth({ count: findings.disputedCount })}>
        <DisputedPairs
          {...{ studyId, fields: cardFields, alpha }}
          pairs={findings.disputed}
          count={findings.disputedCount}
        />
      </Part>
      {asked.length > 0 && (
        <Part title={tolerances.tolerances()} note={tolerances.note()}>
          {asked.map(({ number, panel, pairs }) => (
            <ToleranceTable
              key={number}
              caption={tolerances.round({ round: number })}
              pairs={pairs}
              panel={panel}
            />
          ))}
        </Part>
      )}
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
