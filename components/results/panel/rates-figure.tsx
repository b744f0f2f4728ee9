"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import type { SeatReliability } from "#server/analysis/findings/findings.ts";
import { countOfTotal, rangeInHundred, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 12;

/** Share of flags among the pairs that each seat looked at. */
export function RatesFigure({ studyId, seats }: { studyId: string; seats: readonly SeatReliability[] }) {
  const drawn = seats.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title={t.ratesTitle()}
      note={t.ratesNote()}
      kind="estimated"
      label={drawn
        .map(({ id, flagged }) =>
          t.seatFigure({ seat: id, figure: countOfTotal(flagged.count, flagged.total) }),
        )
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ id, flagged: { count, total, interval } }) => ({
        title: t.seat({ seat: id }),
        values: [
          {
            value: total === 0 ? 0 : count / total,
            interval,
            look: series.first,
            figure: total === 0 ? t.noPairYet() : t.in100({ share: wholeInHundred(count / total) }),
            name: rangeInHundred(interval),
          },
        ],
      }))}
      table={{
        head: [t.seatHead(), t.lookedAt(), t.unfair(), t.in100At95()],
        rows: seats.map(({ id, flagged }) => [
          t.seat({ seat: id }),
          String(flagged.total),
          String(flagged.count),
          rangeInHundred(flagged.interval),
        ]),
      }}
      csv={tableAddress(studyId, "findings-reliability")}
    >
      <p>
        {t.ratesNoRanking()}{" "}
        {seats.length > drawn.length && t.drawnSeats({ shown: drawn.length, count: seats.length })}
      </p>
    </RowsFigure>
  );
}
