"use client";

import type { ReactNode } from "react";
import * as t from "#messages/charts.ts";
import { formatNumber } from "#server/format.ts";
import { countFrame, LineChart } from "./line-chart.tsx";
import { series } from "./series.ts";

export type ReportPoint = {
  readonly round: number;
  readonly pairs: number;
  readonly soFar: number;
  /** Most rounds so far that could have ended in a report; null if nothing is promised about it. */
  readonly most: number | null;
};

/** Chart of the rounds that ended with a report so far, below the possible maximum if there is a promise: both are exact. */
export function ReportsChart({
  points,
  roundCount,
  csv,
  children,
}: {
  points: readonly ReportPoint[];
  /** All rounds, also those without a point. */
  roundCount: number;
  csv: string;
  /** What is proven about the number of reports. */
  children: ReactNode;
}) {
  const { round, soFar, most } = points.at(-1) ?? { round: 0, soFar: 0, most: null };
  const facts = { soFar, count: roundCount, round };
  const isPromised = most !== null;
  return (
    <LineChart
      title={t.reportsTitle()}
      note={isPromised ? t.promiseNote() : t.reportsNote()}
      kind="exact"
      label={isPromised ? t.promiseLabel({ ...facts, most }) : t.reportsLabel(facts)}
      points={points}
      frame={countFrame(Math.max(soFar, most ?? 0))}
      lines={[
        {
          value: (point) => point.most,
          curve: "step-after",
          look: series.second,
          figure: t.atMost({ count: most ?? 0 }),
          name: t.werePossible(),
        },
        {
          value: (point) => point.soFar,
          curve: "step-after",
          look: series.first,
          dots: isPromised ? points.filter(({ pairs }) => pairs > 0) : points.slice(-1),
          figure: t.roundCount({ count: soFar }),
          name: t.withReport(),
        },
      ]}
      columns={[
        [t.round(), (point) => formatNumber(point.round)],
        [t.reportedPairs(), ({ pairs }) => formatNumber(pairs)],
        [t.reportsSoFar(), (point) => formatNumber(point.soFar)],
        ...(isPromised
          ? [[t.mostPossible(), (point: ReportPoint) => formatNumber(point.most ?? 0)] as const]
          : []),
      ]}
      csv={csv}
    >
      {children}
    </LineChart>
  );
}
