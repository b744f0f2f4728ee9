"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatFixed, formatPerHundred, formatPointsChange } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { NumberKind } from "./kind-badge.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { type ChartShape, type EndLabel, series } from "./series.ts";

export type KindChancePoint = {
  readonly round: number;
  /** Whether no round was opened with it yet. */
  readonly isNext: boolean;
  readonly chance: number;
  /** Sum of the changes since the first point; shares of 1. */
  readonly flags: number;
  readonly outcomes: number;
  readonly closes: number;
  readonly rest: number;
};

/** Chart of the mean chance of a kind of people over the rounds, and the same without the changes by flags. */
export function KindChart({
  title,
  note,
  kind,
  points,
  reportedRounds,
  csv,
  children,
}: {
  title: string;
  note: string;
  kind: NumberKind;
  points: readonly KindChancePoint[];
  /** Rounds that ended with a report. */
  reportedRounds: readonly number[];
  csv: string;
  children: React.ReactNode;
}) {
  const hasFlags = points.some(({ flags }) => flags !== 0);
  const shape = useMemo(() => shapeOf(points, hasFlags), [points, hasFlags]);
  const marks = useCallback(
    (plot: Plot) => [
      plot.ruleX(reportedRounds, { stroke: "var(--unfair)", strokeDasharray: "1 3" }),
      ...(hasFlags ? [plot.lineY(points, { x: "round", y: lessFlags, ...series.second })] : []),
      plot.lineY(points, { x: "round", y: (point: KindChancePoint) => 100 * point.chance, ...series.first }),
      plot.dot(points.slice(-1), {
        x: "round",
        y: (point: KindChancePoint) => 100 * point.chance,
        r: 3.5,
        fill: series.first.stroke,
      }),
    ],
    [points, reportedRounds, hasFlags],
  );
  const [first, last] = [points.at(0), points.at(-1)];
  return (
    <ChartFigure
      title={title}
      note={note}
      kind={kind}
      label={t.kindLabel({
        title,
        first: formatPerHundred(first?.chance ?? 0),
        round: String(first?.round ?? 0),
        last: formatPerHundred(last?.chance ?? 0),
        flags: formatPointsChange(last?.flags ?? 0),
        outcomes: formatPointsChange(last?.outcomes ?? 0),
      })}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: [t.round(), t.chance(), t.flags(), t.outcomes(), t.estimates(), t.pace()],
        rows: points.map((point) => [
          point.isNext ? t.next() : String(point.round),
          formatPerHundred(point.chance),
          ...[point.flags, point.outcomes, point.closes, point.rest].map(formatPointsChange),
        ]),
      }}
    >
      {children}
    </ChartFigure>
  );
}

function lessFlags({ chance, flags }: KindChancePoint): number {
  return 100 * (chance - flags);
}

function shapeOf(points: readonly KindChancePoint[], hasFlags: boolean): ChartShape {
  const last = points.at(-1);
  const labels: EndLabel[] = last
    ? [{ at: 100 * last.chance, figure: formatPerHundred(last.chance), name: t.now(), look: series.first }]
    : [];
  if (last && hasFlags) {
    labels.push({
      at: lessFlags(last),
      figure: formatFixed(lessFlags(last), 1),
      name: t.withoutFlags(),
      look: series.second,
    });
  }
  // without the changes by flags the value is not a chance and may be outside 0 to 100
  const ends = hasFlags ? points.map(lessFlags) : [];
  return {
    rounds: points.map((point) => point.round),
    top: Math.max(100, ...ends),
    bottom: Math.min(0, ...ends),
    ticks: [0, 50, 100],
    tickWords: String,
    labels,
  };
}
