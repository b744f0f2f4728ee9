"use client";

import { type ReactNode, useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatNumber } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import type { ReportPoint } from "./reports-chart.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type PromisePoint = ReportPoint & {
  /** Most rounds so far that could have ended in a report. */
  readonly most: number;
};

/** Chart of the rounds that ended with a report so far, below the possible maximum: both are exact. */
export function PromiseChart({
  points,
  csv,
  children,
}: {
  points: readonly PromisePoint[];
  csv: string;
  children: ReactNode;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback((plot: Plot) => marksOf(plot, points), [points]);
  const last = points.at(-1);
  return (
    <ChartFigure
      title={t.reportsTitle()}
      note={t.promiseNote()}
      kind="exact"
      label={t.promiseLabel({
        soFar: last?.soFar ?? 0,
        count: points.length,
        round: String(last?.round ?? 0),
        most: last?.most ?? 0,
      })}
      shape={shape}
      marks={marks}
      table={{
        head: [t.round(), t.reportedPairs(), t.reportsSoFar(), t.mostPossible()],
        rows: points.map(({ round, pairs, soFar, most }) => [
          String(round),
          formatNumber(pairs),
          formatNumber(soFar),
          formatNumber(most),
        ]),
      }}
      csv={csv}
    >
      {children}
    </ChartFigure>
  );
}

function marksOf(plot: Plot, points: readonly PromisePoint[]) {
  const step = { x: "round", curve: "step-after" } as const;
  return [
    plot.lineY(points, { ...step, y: "most", ...series.second }),
    plot.lineY(points, { ...step, y: "soFar", ...series.first }),
    plot.dot(
      points.filter(({ pairs }) => pairs > 0),
      { x: "round", y: "soFar", r: 3.5, fill: series.first.stroke },
    ),
  ];
}

function shapeOf(points: readonly PromisePoint[]): ChartShape {
  const { soFar, most } = points.at(-1) ?? { soFar: 0, most: 0 };
  const top = Math.max(4, niceTop(Math.max(soFar, most)));
  return {
    rounds: points.map((point) => point.round),
    top,
    ticks: ticksTo(top, true),
    tickWords: formatNumber,
    labels: [
      { at: most, figure: t.atMost({ count: most }), name: t.werePossible(), look: series.second },
      { at: soFar, figure: t.roundCount({ count: soFar }), name: t.withReport(), look: series.first },
    ],
  };
}
