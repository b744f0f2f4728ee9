"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import type { SeatTally } from "#server/analysis/findings/tally.ts";
import { countOfTotal, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 12;

/** Share of the requested pairs that each seat looked at. */
export function SeatsFigure({ studyId, seats }: { studyId: string; seats: readonly SeatTally[] }) {
  const drawn = seats.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title="Coverage by seat"
      note="Share of the pairs it was asked about, in 100"
      kind="exact"
      label={drawn.map((seat) => `Seat ${seat.id}: ${countOfTotal(lookedAt(seat), seat.asked)}`).join("; ")}
      axis={inHundredAxis}
      rows={drawn.map((seat) => ({
        title: `Seat ${seat.id}`,
        values: [
          {
            value: seat.asked === 0 ? 0 : lookedAt(seat) / seat.asked,
            interval: null,
            look: series.first,
            figure:
              seat.asked === 0 ? "no pair yet" : `${wholeInHundred(lookedAt(seat) / seat.asked)} in 100`,
            name: countOfTotal(lookedAt(seat), seat.asked),
          },
        ],
      }))}
      table={{
        head: ["Seat", "Pairs", "Looked at", "Unfair", "Acceptable", "Not sure", "Not looked at"],
        rows: seats.map((seat) => [
          `Seat ${seat.id}`,
          ...[seat.asked, lookedAt(seat), seat.unfair, seat.acceptable, seat.unsure].map(String),
          String(seat.asked - lookedAt(seat)),
        ]),
      }}
      csv={tableAddress(studyId, "findings-seats")}
    >
      <p>
        A pair not looked at counts as not flagged, so more coverage can only add reports. Only ballots that
        were sealed count.
        {seats.length > drawn.length &&
          ` Drawn are the first ${drawn.length} seats; all ${seats.length} stand in the table.`}
      </p>
    </RowsFigure>
  );
}

function lookedAt({ unfair, acceptable, unsure }: SeatTally): number {
  return unfair + acceptable + unsure;
}
