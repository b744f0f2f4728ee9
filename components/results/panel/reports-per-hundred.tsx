"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import * as t from "#messages/panelResults.ts";
import { formatNumber } from "#server/format.ts";
import { wholeInHundred } from "./finding-words.ts";

/** Rate of rounds that end with a report, out of 100, with its uncertainty. `low` and `high` are shares of 1. */
export function ReportsPerHundred({
  reports,
  rounds,
  low,
  high,
  csv,
}: {
  reports: number;
  rounds: number;
  low: number;
  high: number;
  /** Address at which the numbers can be downloaded. */
  csv: string;
}) {
  const share = wholeInHundred(reports / rounds);
  const ends = { low: wholeInHundred(low), high: wholeInHundred(high) };
  return (
    <RowsFigure
      title={t.rateTitle()}
      note={t.rateNote()}
      kind="estimated"
      label={t.rateLabel({ share, ...ends })}
      axis={inHundredAxis}
      rows={[
        {
          title: "",
          values: [
            {
              value: reports / rounds,
              interval: { low, high },
              look: series.first,
              figure: t.in100({ share }),
              name: t.range(ends),
            },
          ],
        },
      ]}
      table={{
        head: [t.rounds(), t.withReport(), t.in100Head(), t.atLeast(), t.atMost()],
        rows: [[formatNumber(rounds), formatNumber(reports), share, ends.low, ends.high]],
      }}
      csv={csv}
    >
      <p>{t.rateCounted({ reports, rounds })}</p>
    </RowsFigure>
  );
}
