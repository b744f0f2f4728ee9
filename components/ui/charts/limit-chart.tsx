"use client";

import { useCallback, useMemo } from "react";
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
  /** How far tau falls after a report. */
  step: number;
  csv: string;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback((plot: Plot) => marksOf(plot, points), [points]);
  const last = points.at(-1);
  return (
    <ChartFigure
      title="How far chances may lie apart"
      note="The limit of each round, in points of 100"
      kind="exact"
      label={`The limit of each round in points: ${formatPoints(last?.limit ?? 0)} in round ${last?.round ?? 0}, where the policy itself would have been ${formatPoints(last?.baseSpread ?? 0)} apart.`}
      shape={shape}
      marks={marks}
      table={{
        head: ["Round", "Limit", "Tau", "Apart by the policy alone", "Apart as shown", "Ended in a report"],
        rows: points.map(rowOf),
      }}
      csv={csv}
    >
      <p>
        {tightenWords(step)} The limit is {formatPoints(alpha)} points, below which nothing is judged, plus
        tau while tau is above 0. A dot is a round that ended in a report. Where the policy alone would go
        further apart, all chances of the round are moved closer together.
      </p>
      {points.some(({ isCut }) => isCut) && (
        <p>In a round marked “cut” there was not enough correction left to reach the limit.</p>
      )}
    </ChartFigure>
  );
}

function tightenWords(step: number): string {
  return `After a round with a report tau falls by ${formatPoints(step)} points; after a quiet one it rises by at most ${formatPoints(step * step)}.`;
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
      label(last.baseSpread, "policy alone", series.rest),
      label(last.limit, "limit", series.first),
      label(last.tau, "tau", series.second),
    ],
  };
}

function rowOf({ round, limit, tau, baseSpread, spread, isCut, hasReport }: LimitPoint): string[] {
  return [
    String(round),
    formatPoints(limit),
    formatPoints(tau),
    formatPoints(baseSpread),
    `${formatPoints(spread)}${isCut ? ", cut" : ""}`,
    hasReport === null ? "open" : hasReport ? "yes" : "no",
  ];
}
