import type { ReactNode } from "react";
import { EmptyFigure } from "#components/charts/empty-figure.tsx";
import { LossChart } from "#components/charts/loss-chart.tsx";
import { PickedChart } from "#components/charts/picked-chart.tsx";
import { ReportsChart } from "#components/charts/reports-chart.tsx";
import type { Overview } from "#server/services/watching/read-overview.ts";
import { tableAddress } from "./addresses.ts";

/** The charts that are counted from the rounds; `entropy` comes from a worker and takes its place among them. */
export function OverviewCharts({
  studyId,
  overview,
  entropy,
}: {
  studyId: string;
  overview: Overview;
  entropy: ReactNode;
}) {
  const { closed } = overview;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {closed.length === 0 ? <NoReports overview={overview} /> : <Reports {...{ studyId, overview }} />}
      {entropy}
      {closed.length === 0 ? <NoLoss /> : <Loss {...{ studyId, overview }} />}
      {closed.length === 0 ? <NoPicked /> : <Picked {...{ studyId, overview }} />}
    </div>
  );
}

type Props = { studyId: string; overview: Overview };

function Reports({ studyId, overview: { closed, limit } }: Props) {
  return (
    <ReportsChart
      csv={tableAddress(studyId, "reports")}
      limit={limit}
      points={closed.map(({ round, reportedPairs, reportsSoFar }) => ({
        round,
        pairs: reportedPairs,
        soFar: reportsSoFar,
      }))}
    />
  );
}

function Loss({ studyId, overview: { closed, neverPickable } }: Props) {
  return (
    <LossChart
      csv={tableAddress(studyId, "loss")}
      neverPickable={neverPickable}
      points={closed.map(({ round, personCount, pickedCount, loss, meanLoss }) => ({
        round,
        people: personCount,
        picked: pickedCount,
        low: loss.low,
        high: loss.high,
        pending: loss.pendingCount,
        lost: loss.lostCount,
        mean: meanLoss?.mean ?? null,
        interval: meanLoss?.interval ?? null,
      }))}
    />
  );
}

function Picked({ studyId, overview: { closed } }: Props) {
  return (
    <PickedChart
      csv={tableAddress(studyId, "picked")}
      points={closed.map(({ round, personCount, pickedCount, expectedCount }) => ({
        round,
        people: personCount,
        picked: pickedCount,
        expected: expectedCount,
      }))}
    />
  );
}

function NoReports({ overview: { openRound } }: { overview: Overview }) {
  return (
    <EmptyFigure title="Rounds with a report" note="Added up since the first round" kind="exact">
      {openRound === null
        ? "No round has closed yet. The first point comes when round 1 is closed."
        : `No round has closed yet. While round ${openRound} is open nobody sees verdicts; its point comes when it is closed.`}
    </EmptyFigure>
  );
}

function NoLoss() {
  return (
    <EmptyFigure
      title="Wrong decisions, per 100 people"
      note="Mean of the settled rounds so far; each round behind it"
      kind="estimated"
    >
      No round has closed yet. The estimate begins with the first round whose outcomes are known.
    </EmptyFigure>
  );
}

function NoPicked() {
  return (
    <EmptyFigure title="Share picked" note="Of the people of each round, by its one draw" kind="exact">
      No round has closed yet, so nobody was picked.
    </EmptyFigure>
  );
}
