"use client";

import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import type { SeatReliability } from "#server/analysis/findings/findings.ts";
import { leastRounds } from "#server/analysis/findings/severity.ts";
import { rangeInHundred, wholeInHundred } from "./finding-words.ts";

const title = "Severity by seat";
const note = "In 100 pairs that an average seat flags half of the time";
const drawnAtMost = 12;

/** Readiness of each seat to flag, adjusted for which pairs it was asked about. */
export function SeverityFigure({ studyId, seats }: { studyId: string; seats: readonly SeatReliability[] }) {
  const known = seats.filter(({ severity }) => severity.share !== null);
  if (known.length === 0) {
    return (
      <EmptyFigure title={title} note={note} kind="estimated">
        No two seats disagreed on a pair yet, so nothing tells them apart.
      </EmptyFigure>
    );
  }
  const drawn = known.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title={title}
      note={note}
      kind="estimated"
      label={drawn.map(({ id, severity }) => `Seat ${id}: ${figureOf(severity)}`).join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ id, severity }) => ({
        title: `Seat ${id}`,
        values: [
          {
            value: severity.share ?? 0,
            interval: severity.interval ?? { low: severity.share ?? 0, high: severity.share ?? 0 },
            look: series.first,
            figure: figureOf(severity),
            name: severity.interval === null ? "no interval yet" : rangeInHundred(severity.interval),
          },
        ],
      }))}
      table={{
        head: [
          "Seat",
          "It flagged, another did not",
          "Another flagged, it did not",
          "Would flag in 100",
          "95 %",
        ],
        rows: seats.map(({ id, severity }) => [
          `Seat ${id}`,
          String(severity.alone),
          String(severity.others),
          figureOf(severity),
          rangeInHundred(severity.interval),
        ]),
      }}
      csv={tableAddress(studyId, "findings-reliability")}
    >
      <p>
        From pairs on which one of two seats said unfair and the other acceptable (a many-facet Rasch model),
        so it does not matter which pairs a seat was asked about. 50 is the mean of the seats. Seats in their
        own order, and no ranking: it says how readily a seat flags, not who is right. Whoever sees an
        unfairness that others overlook flags more.
      </p>
      <p>
        Intervals come from the spread between rounds and need {leastRounds} rounds with a disagreement; a
        seat that always or never was the one that flagged has none.
        {known.length > drawn.length &&
          ` Drawn are the first ${drawn.length} seats; all ${seats.length} stand in the table.`}
      </p>
    </RowsFigure>
  );
}

function figureOf({ share }: SeatReliability["severity"]): string {
  return share === null ? "not known" : `${wholeInHundred(share)} in 100`;
}
