"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import type { SeatTally } from "#server/analysis/findings/tally.ts";
import { countOfTotal, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 12;

/** Share of the requested pairs that each seat looked at. */
export function SeatsFigure({ studyId, seats }: { studyId: string; seats: readonly SeatTally[] }) {
  const drawn = seats.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title={t.coverageTitle()}
      note={t.coverageNote()}
      kind="exact"
      label={drawn
        .map((seat) => t.seatFigure({ seat: seat.id, figure: countOfTotal(lookedAt(seat), seat.asked) }))
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map((seat) => ({
        title: t.seat({ seat: seat.id }),
        values: [
          {
            value: seat.asked === 0 ? 0 : lookedAt(seat) / seat.asked,
            interval: null,
            look: series.first,
            figure:
              seat.asked === 0
                ? t.noPairYet()
                : t.in100({ share: wholeInHundred(lookedAt(seat) / seat.asked) }),
            name: countOfTotal(lookedAt(seat), seat.asked),
          },
        ],
      }))}
      table={{
        head: [
          t.seatHead(),
          t.pairs(),
          t.lookedAt(),
          t.unfair(),
          t.acceptable(),
          t.notSure(),
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
      <p>
        {t.coverageMeaning()}{" "}
        {seats.length > drawn.length && t.drawnSeats({ shown: drawn.length, count: seats.length })}
      </p>
    </RowsFigure>
  );
}

function lookedAt({ unfair, acceptable, unsure }: SeatTally): number {
  return unfair + acceptable + unsure;
}
