"use client";

import type { ComponentProps, ReactNode } from "react";
import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import type { SeatReliability, Share } from "#server/analysis/findings/findings.ts";
import type { SeatTally } from "#server/analysis/findings/tally.ts";
import { countOfTotal, rangeInHundred, wholeInHundred } from "./finding-words.ts";

/** Share of the requested pairs that each seat looked at. */
export function SeatsFigure({ studyId, seats }: { studyId: string; seats: readonly SeatTally[] }) {
  return (
    <SeatShares
      title={t.coverageTitle()}
      note={t.coverageNote()}
      kind="exact"
      seats={seats.map((seat) => ({ id: seat.id, count: lookedAt(seat), total: seat.asked, interval: null }))}
      table={{
        head: [
          ...[t.seatHead(), t.pairs(), t.lookedAt(), t.unfair(), t.acceptable(), t.notSure()],
          t.notLookedAt(),
        ],
        rows: seats.map((seat) => [
          t.seat({ seat: seat.id }),
          ...[seat.asked, lookedAt(seat), seat.unfair, seat.acceptable, seat.unsure].map(String),
          String(seat.asked - lookedAt(seat)),
        ]),
      }}
      csv={tableAddress(studyId, "findings-seats")}
    >
      {t.coverageMeaning()}
    </SeatShares>
  );
}

function lookedAt({ unfair, acceptable, unsure }: SeatTally): number {
  return unfair + acceptable + unsure;
}

/** Share of flags among the pairs that each seat looked at. */
export function RatesFigure({ studyId, seats }: { studyId: string; seats: readonly SeatReliability[] }) {
  return (
    <SeatShares
      title={t.ratesTitle()}
      note={t.ratesNote()}
      kind="estimated"
      seats={seats.map(({ id, flagged }) => ({ id, ...flagged }))}
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
      {t.ratesNoRanking()}
    </SeatShares>
  );
}

const drawnAtMost = 12;

/** A share for each seat. An estimate is labelled with its interval, an exact share with its counts. */
function SeatShares({
  seats,
  children,
  ...figure
}: Pick<ComponentProps<typeof RowsFigure>, "title" | "note" | "kind" | "table" | "csv"> & {
  seats: readonly (Share & { readonly id: string })[];
  children: ReactNode;
}) {
  const drawn = seats.slice(0, drawnAtMost);
  return (
    <RowsFigure
      {...figure}
      label={drawn
        .map(({ id, count, total }) => t.seatFigure({ seat: id, figure: countOfTotal(count, total) }))
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ id, count, total, interval }) => ({
        title: t.seat({ seat: id }),
        values: [
          {
            value: total === 0 ? 0 : count / total,
            interval,
            look: series.first,
            figure: total === 0 ? t.noPairYet() : t.in100({ share: wholeInHundred(count / total) }),
            name: figure.kind === "exact" ? countOfTotal(count, total) : rangeInHundred(interval),
          },
        ],
      }))}
    >
      <p>
        {children} {seats.length > drawn.length && t.drawnSeats({ shown: drawn.length, count: seats.length })}
      </p>
    </RowsFigure>
  );
}
