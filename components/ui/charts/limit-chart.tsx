"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatPoints } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

/** A round of mode `guarded`; differences are shares of 1. */
export type LimitPoint = {
  readonly round: number;
  /** null while it is open. */
  readonly hasReport: boolean | null;
  /** How far the limit lies above the smallest judged difference; below 0 it counts as 0. */
  readonly tau: number;
  readonly limit: number;
  readonly baseSpread: number;
  readonly spread: number;
  readonly isCut: boolean;
};

/** Chart of how far chances may differ, round by round: the limit falls after a report and recovers slowly. */
export function LimitChart({
  points,
  alpha,
  step,
  csv,
}: {
  points: readonly LimitPoint[];
  alpha: number;
  /** How far the allowance falls after a report. */
  step: number;
  csv: string;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback((plot: Plot) => marksOf(plot, points), [points]);
  const last = points.at(-1);
  return (
    <ChartFigure
      title={t.limitTitle()}
      note={t.limitNote()}
      kind="exact"
      label={t.limitLabel({
        limit: formatPoints(last?.limit ?? 0),
        round: String(last?.round ?? 0),
        spread: formatPoints(last?.baseSpread ?? 0),
      })}
      shape={shape}
      marks={marks}
      table={{
        head: [t.round(), t.limit(), t.allowance(), t.apartByPolicy(), t.apartAsShown(), t.endedInReport()],
        rows: points.map(rowOf),
      }}
      csv={csv}
    >
      <p>
        {t.limitHow({
          step: formatPoints(step),
          rise: formatPoints(step * step),
          alpha: formatPoints(alpha),
        })}
      </p>
      {points.some(({ isCut }) => isCut) && <p>{t.limitCut()}</p>}
    </ChartFigure>
  );
}

function marksOf(plot: Plot, points: readonly LimitPoint[]) {
  const inHundred = (name: "limit" | "tau" | "baseSpread") => (point: LimitPoint) => 100 * point[name];
  const line = { x: "round", curve: "step" } as const;
  return [
    plot.lineY(points, { x: "round", y: inHundred("baseSpread"), ...series.rest }),
    plot.lineY(points, { ...line, y: inHundred("tau"), ...series.second }),
    plot.lineY(points, { ...line, y: inHundred("limit"), ...series.first }),
    plot.dot(
      points.filter(({ hasReport }) => hasReport),
      { x: "round", y: inHundred("limit"), r: 4, fill: series.first.stroke },
    ),
  ];
}

function shapeOf(points: readonly LimitPoint[]): ChartShape {
  const top = niceTop(100 * Math.max(...points.map(({ limit, baseSpread }) => Math.max(limit, baseSpread))));
  const lowest = 100 * Math.min(...points.map(({ tau }) => tau));
  const bottom = lowest < 0 ? -niceTop(-lowest) : 0;
  const last = points.at(-1) ?? { baseSpread: 0, limit: 0, tau: 0 };
  const label = (share: number, name: string, look: (typeof series)[keyof typeof series]) => ({
    at: 100 * share,
    figure: formatPoints(share),
    name,
    look,
  });
  return {
    rounds: points.map((point) => point.round),
    top,
    bottom,
    ticks: bottom < 0 ? [bottom, ...ticksTo(top)] : ticksTo(top),
    tickWords: (tick) => formatPoints(tick / 100),
    labels: [
      label(last.baseSpread, t.policyAlone(), series.rest),
      label(last.limit, t.limitName(), series.first),
      label(last.tau, t.allowanceName(), series.second),
    ],
  };
}

function rowOf({ round, limit, tau, baseSpread, spread, isCut, hasReport }: LimitPoint): string[] {
  return [
    String(round),
    formatPoints(limit),
    formatPoints(tau),
    formatPoints(baseSpread),
    isCut ? t.spreadCut({ spread: formatPoints(spread) }) : formatPoints(spread),
    t.hasReport({ report: hasReport === null ? "open" : hasReport ? "yes" : "no" }),
  ];
}
