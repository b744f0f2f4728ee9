"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import type { SeatReliability } from "#server/analysis/findings/findings.ts";
import { countOfTotal, rangeInHundred, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 12;

/** Share of flags among the pairs that each seat looked at. */
export function RatesFigure({ studyId, seats }: { studyId: string; seats: readonly SeatReliability[] }) {
  const drawn = seats.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title="Flags by seat"
      note="In 100 pairs that it looked at, with a 95 % interval"
      kind="estimated"
      label={drawn
        .map(({ id, flagged }) => `Seat ${id}: ${countOfTotal(flagged.count, flagged.total)}`)
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ id, flagged: { count, total, interval } }) => ({
        title: `Seat ${id}`,
        values: [
          {
            value: total === 0 ? 0 : count / total,
            interval,
            look: series.first,
            figure: total === 0 ? "no pair yet" : `${wholeInHundred(count / total)} in 100`,
            name: rangeInHundred(interval),
          },
        ],
      }))}
      table={{
        head: ["Seat", "Looked at", "Unfair", "In 100, 95 %"],
        rows: seats.map(({ id, flagged }) => [
          `Seat ${id}`,
          String(flagged.total),
          String(flagged.count),
          rangeInHundred(flagged.interval),
        ]),
      }}
      csv={tableAddress(studyId, "findings-reliability")}
    >
      <p>
        Seats in their own order, and no ranking: they may have been asked about other rounds and pairs, so a
        higher share is no stricter seat. The interval takes pairs as alike; pairs of one round share people,
        so it is rather too narrow.
        {seats.length > drawn.length &&
          ` Drawn are the first ${drawn.length} seats; all ${seats.length} stand in the table.`}
      </p>
    </RowsFigure>
  );
}
