"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatPerHundred } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { type ChartShape, series } from "./series.ts";

export type LossPoint = {
  readonly round: number;
  readonly people: number;
  readonly picked: number;
  readonly known: number;
  readonly pending: number;
  readonly lost: number;
  /** Mean over the settled rounds so far; null if the round is not settled, or has too few known outcomes. */
  readonly mean: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly outcomeCount: number;
  } | null;
};

/** Chart of wrong decisions, as far as the outcomes of picked people show them. */
export function LossChart({
  points,
  neverPickable,
  proven,
  csv,
}: {
  /** At least one has a mean. */
  points: readonly LossPoint[];
  neverPickable: number;
  /** What is proven about it, if anything. */
  proven?: string;
  csv: string;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback((plot: Plot) => marksOf(plot, points), [points]);
  const last = points.findLast((point) => point.mean !== null);
  return (
    <ChartFigure
      title={t.lossTitle()}
      note={t.lossNote()}
      kind="estimated"
      label={labelOf(last)}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: [
          t.round(),
          t.people(),
          t.picked(),
          t.known(),
          t.waiting(),
          t.lost(),
          t.meanSoFar(),
          t.interval(),
        ],
        rows: points.map(rowOf),
      }}
    >
      <p>{t.lossHow()}</p>
      <p>
        {unknownWords(points, neverPickable)} {proven}
      </p>
    </ChartFigure>
  );
}

type Supported = {
  readonly round: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
};

/** Returns the supported points with values in 100. */
function supportedOf(points: readonly LossPoint[]): Supported[] {
  return points.flatMap(({ round, mean }) =>
    mean === null ? [] : [{ round, mean: 100 * mean.mean, low: 100 * mean.low, high: 100 * mean.high }],
  );
}

function marksOf(plot: Plot, points: readonly LossPoint[]) {
  const means = supportedOf(points);
  return [
    plot.areaY(means, { x: "round", y1: "low", y2: "high", fill: "var(--band)" }),
    // one point alone has no area
    plot.ruleX(means.slice(-1), { x: "round", y1: "low", y2: "high", stroke: series.rest.stroke }),
    plot.lineY(means, { x: "round", y: "mean", ...series.first }),
    plot.dot(means.slice(-1), { x: "round", y: "mean", r: 3.5, fill: series.first.stroke }),
  ];
}

function shapeOf(points: readonly LossPoint[]): ChartShape {
  const last = points.findLast((point) => point.mean !== null)?.mean;
  return {
    rounds: points.map((point) => point.round),
    top: 100,
    ticks: [0, 25, 50, 75, 100],
    tickWords: String,
    labels: last
      ? [
          {
            at: 100 * last.mean,
            figure: t.in100({ count: formatPerHundred(last.mean) }),
            name: rangeOf(last),
            look: series.first,
          },
        ]
      : [],
  };
}

function rowOf({ round, people, picked, known, pending, lost, mean }: LossPoint): string[] {
  return [
    ...[round, people, picked, known, pending, lost].map(String),
    mean === null ? "–" : formatPerHundred(mean.mean),
    mean === null ? "–" : rangeOf(mean),
  ];
}

function rangeOf({ low, high }: { low: number; high: number }): string {
  return t.lowToHigh({ low: formatPerHundred(low), high: formatPerHundred(high) });
}

function labelOf(last: LossPoint | undefined): string {
  if (last?.mean == null) return t.lossUnknown();
  const { mean, low, high, outcomeCount } = last.mean;
  return t.lossLabel({
    mean: formatPerHundred(mean),
    round: String(last.round),
    low: formatPerHundred(low),
    high: formatPerHundred(high),
    count: outcomeCount,
  });
}

function unknownWords(points: readonly LossPoint[], neverPickable: number): string {
  const lost = points.reduce((total, point) => total + point.lost, 0);
  return [
    t.lossRests({
      known: points.findLast((point) => point.mean !== null)?.mean?.outcomeCount ?? 0,
      pending: points.reduce((total, point) => total + point.pending, 0),
      rounds: points.filter((point) => point.pending > 0).length,
    }),
    ...(lost > 0 ? [t.lossLost({ count: lost })] : []),
    ...(neverPickable > 0 ? [t.lossNever({ count: neverPickable })] : []),
  ].join(" ");
}
