"use client";

import { inHundredAxis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { formatCount, formatNumber } from "#server/format.ts";
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
  csv?: string | undefined;
}) {
  const [middle, from, to] = [reports / rounds, low, high].map(wholeInHundred);
  const figure = `${middle} in 100`;
  return (
    <RowsFigure
      title="Reports in 100 rounds"
      note="With a 95 % interval, as if the rounds were drawn alike"
      kind="estimated"
      label={`${middle} reports in 100 rounds, between ${from} and ${to}.`}
      axis={inHundredAxis}
      rows={[
        {
          title: "",
          values: [
            {
              value: reports / rounds,
              interval: { low, high },
              look: series.first,
              figure,
              name: `${from} to ${to}`,
            },
          ],
        },
      ]}
      table={{
        head: ["Rounds", "With a report", "In 100", "At least", "At most"],
        rows: [[String(rounds), String(reports), String(middle), String(from), String(to)]],
      }}
      csv={csv}
    >
      <p>
        {formatCount(reports, "round")} of {formatNumber(rounds)} ended with a report: counted. What many more
        such rounds would show is estimated.
      </p>
    </RowsFigure>
  );
}
