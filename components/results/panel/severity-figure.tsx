"use client";

import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import type { SeatReliability } from "#server/analysis/findings/findings.ts";
import { leastRounds } from "#server/analysis/findings/severity.ts";
import { rangeInHundred, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 12;

/** Readiness of each seat to flag, adjusted for which pairs it was asked about. */
export function SeverityFigure({ studyId, seats }: { studyId: string; seats: readonly SeatReliability[] }) {
  const [title, note] = [t.severityTitle(), t.severityNote()];
  const known = seats.filter(({ severity }) => severity.share !== null);
  if (known.length === 0) {
    return (
      <EmptyFigure title={title} note={note} kind="estimated">
        {t.severityNone()}
      </EmptyFigure>
    );
  }
  const drawn = known.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title={title}
      note={note}
      kind="estimated"
      label={drawn
        .map(({ id, severity }) => t.seatFigure({ seat: id, figure: figureOf(severity) }))
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ id, severity }) => ({
        title: t.seat({ seat: id }),
        values: [
          {
            value: severity.share ?? 0,
            interval: severity.interval ?? { low: severity.share ?? 0, high: severity.share ?? 0 },
            look: series.first,
            figure: figureOf(severity),
            name: severity.interval === null ? t.noInterval() : rangeInHundred(severity.interval),
          },
        ],
      }))}
      table={{
        head: [t.seatHead(), t.flaggedAlone(), t.othersFlagged(), t.wouldFlag(), t.interval95()],
        rows: seats.map(({ id, severity }) => [
          t.seat({ seat: id }),
          String(severity.alone),
          String(severity.others),
          figureOf(severity),
          rangeInHundred(severity.interval),
        ]),
      }}
      csv={tableAddress(studyId, "findings-reliability")}
    >
      <p>{t.severityMeaning()}</p>
      <p>
        {t.severityIntervals({ rounds: leastRounds })}{" "}
        {known.length > drawn.length && t.drawnSeats({ shown: drawn.length, count: seats.length })}
      </p>
    </RowsFigure>
  );
}

function figureOf({ share }: SeatReliability["severity"]): string {
  return share === null ? t.notKnown() : t.in100({ share: wholeInHundred(share) });
}
