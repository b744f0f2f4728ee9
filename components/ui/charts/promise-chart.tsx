"use client";

import type { ReactNode } from "react";
import * as t from "#messages/charts.ts";
import { formatNumber } from "#server/format.ts";
import { countFrame, LineChart } from "./line-chart.tsx";
import { type ReportPoint, reportColumns, soFarLine } from "./reports-chart.tsx";
import { series } from "./series.ts";

export type PromisePoint = ReportPoint & {
  /** Most rounds so far that could have ended in a report. */
  readonly most: number;
};

/** Chart of the rounds that ended with a report so far, below the possible maximum: both are exact. */
export function PromiseChart({
  points,
  roundCount,
  csv,
  children,
}: {
  points: readonly PromisePoint[];
  /** All rounds, also those without a point. */
  roundCount: number;
  csv: string;
  children: ReactNode;
}) {
  const { round, soFar, most } = points.at(-1) ?? { round: 0, soFar: 0, most: 0 };
  const reported = points.filter(({ pairs }) => pairs > 0);
  return (
    <LineChart
      title={t.reportsTitle()}
      note={t.promiseNote()}
      kind="exact"
      label={t.promiseLabel({ soFar, count: roundCount, round, most })}
      points={points}
      frame={countFrame(Math.max(soFar, most))}
      lines={[
        {
          value: (point) => point.most,
          curve: "step-after",
          look: series.second,
          figure: t.atMost({ count: most }),
          name: t.werePossible(),
        },
        soFarLine(soFar, reported),
      ]}
      columns={[...reportColumns(), [t.mostPossible(), (point) => formatNumber(point.most)]]}
      csv={csv}
    >
      {children}
    </LineChart>
  );
}
