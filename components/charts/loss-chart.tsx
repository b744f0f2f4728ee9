"use client";

import { useCallback, useMemo } from "react";
import { ChartFigure } from "./chart-figure.tsx";
import { counted, inHundred } from "./numbers.ts";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type LossPoint = {
  readonly round: number;
  readonly people: number;
  readonly picked: number;
  /** Wrong decisions per person: two ends while outcomes are unknown. */
  readonly low: number;
  readonly high: number;
  readonly pending: number;
  readonly lost: number;
  /** Over the settled rounds so far. */
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
};

/** What the decisions got wrong, as far as the outcomes of the people who were picked can tell. */
export function LossChart({
  points,
  neverPickable,
  proven,
  csv,
}: {
  points: readonly LossPoint[];
  neverPickable: number;
  /** What is proven about it, where something is. */
  proven?: string;
  csv: string;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback((plot: Plot) => marksOf(plot, points), [points]);
  const last = points.findLast((point) => point.mean !== null);
  return (
    <ChartFigure
      title="Wrong decisions, per 100 people"
      note="Mean of the settled rounds so far; each round behind it"
      kind="estimated"
      label={labelOf(last)}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: [
          "Round",
          "People",
          "Picked",
          "Waiting",
          "Lost",
          "Estimate, in 100",
          "Mean so far",
          "95% interval",
        ],
        rows: points.map(rowOf),
      }}
    >
      <p>
        Outcomes are known only for people who were picked. So each known outcome counts 1/p, p being the
        chance recorded in its own round: over all draws that adds up to the wrong decisions about everybody,
        picked or not. The band is a 95% interval from the spread between rounds, whose people share one draw;
        it is wide because few people with a small chance stand for many.
      </p>
      <p>
        {unknownWords(points, neverPickable)} {proven}
      </p>
    </ChartFigure>
  );
}

function marksOf(plot: Plot, points: readonly LossPoint[]) {
  const settled = points.filter((point) => point.pending === 0);
  const waiting = points.filter((point) => point.pending > 0);
  const means = settled.filter((point) => point.mean !== null);
  const bands = means.flatMap(({ round, interval }) =>
    interval ? [{ round, low: 100 * interval.low, high: 100 * interval.high }] : [],
  );
  const middle = (point: LossPoint) => 50 * (point.low + point.high);
  return [
    plot.areaY(bands, { x: "round", y1: "low", y2: "high", fill: "var(--band)" }),
    plot.ruleX(waiting, {
      x: "round",
      y1: (point: LossPoint) => 100 * point.low,
      y2: (point: LossPoint) => 100 * point.high,
      stroke: series.rest.stroke,
      strokeDasharray: "2 3",
    }),
    plot.lineY(settled, { x: "round", y: middle, ...series.rest, strokeWidth: 1 }),
    plot.dot(settled, { x: "round", y: middle, r: 2.5, fill: series.rest.stroke }),
    plot.lineY(means, { x: "round", y: (point: LossPoint) => 100 * (point.mean ?? 0), ...series.first }),
    plot.dot(means.slice(-1), {
      x: "round",
      y: (point: LossPoint) => 100 * (point.mean ?? 0),
      r: 3.5,
      fill: series.first.stroke,
    }),
  ];
}

function shapeOf(points: readonly LossPoint[]): ChartShape {
  const ends = points.flatMap(({ high, mean, interval }) => [high, mean ?? 0, interval?.high ?? 0]);
  const top = niceTop(100 * Math.max(0.1, ...ends));
  const last = points.findLast((point) => point.mean !== null);
  const lastRound = points.findLast((point) => point.pending === 0);
  const labels = [];
  if (last?.mean != null) {
    const { interval } = last;
    labels.push({
      at: 100 * last.mean,
      figure: `${inHundred(last.mean)} in 100`,
      name: interval ? `${inHundred(interval.low)} to ${inHundred(interval.high)}` : "one round only",
      look: series.first,
    });
  }
  if (lastRound) {
    const at = 50 * (lastRound.low + lastRound.high);
    labels.push({ at, figure: at.toFixed(1), name: `round ${lastRound.round}`, look: series.rest });
  }
  return {
    rounds: points.map((point) => point.round),
    top,
    ticks: ticksTo(top),
    tickWords: (tick) => String(Math.round(tick * 10) / 10),
    labels,
  };
}

function rowOf({ round, people, picked, low, high, pending, lost, mean, interval }: LossPoint): string[] {
  return [
    String(round),
    String(people),
    String(picked),
    String(pending),
    String(lost),
    low === high ? inHundred(low) : `${inHundred(low)} to ${inHundred(high)}`,
    mean === null || pending > 0 ? "–" : inHundred(mean),
    interval === null || pending > 0 ? "–" : `${inHundred(interval.low)} to ${inHundred(interval.high)}`,
  ];
}

function labelOf(last: LossPoint | undefined): string {
  if (last?.mean == null) return "Wrong decisions per 100 people: not known yet, outcomes are awaited.";
  const { interval } = last;
  const range = interval ? `, interval ${inHundred(interval.low)} to ${inHundred(interval.high)}` : "";
  return `Estimated wrong decisions per 100 people: ${inHundred(last.mean)} on average up to round ${last.round}${range}.`;
}

function unknownWords(points: readonly LossPoint[], neverPickable: number): string {
  const pending = points.reduce((total, point) => total + point.pending, 0);
  const waiting = points.filter((point) => point.pending > 0).length;
  const lost = points.reduce((total, point) => total + point.lost, 0);
  const sentences = [
    pending === 0
      ? "No outcome is awaited."
      : `${counted(pending, "outcome")} of ${counted(waiting, "round")} ${pending === 1 ? "is" : "are"} awaited: these rounds are drawn as far as they can still move and are not in the mean.`,
  ];
  if (lost > 0)
    sentences.push(
      `${counted(lost, "outcome")} ${lost === 1 ? "was" : "were"} declared lost, which may be a bias: the estimate stands between both ways ${lost === 1 ? "it" : "they"} may have turned out.`,
    );
  if (neverPickable > 0)
    sentences.push(
      `${neverPickable === 1 ? "1 person" : `${neverPickable} people`} had no chance at all; their outcomes can never be estimated and count as none.`,
    );
  return sentences.join(" ");
}
