"use client";

import { useCallback, useMemo } from "react";
import { formatCount, formatPerHundred, plural } from "#server/format.ts";
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
      title="Wrong decisions, per 100 people"
      note="Mean of the settled rounds so far, with its 95% interval"
      kind="estimated"
      label={labelOf(last)}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: ["Round", "People", "Picked", "Known", "Waiting", "Lost", "Mean so far", "95% interval"],
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
            figure: `${formatPerHundred(last.mean)} in 100`,
            name: `${formatPerHundred(last.low)} to ${formatPerHundred(last.high)}`,
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
    mean === null ? "–" : `${formatPerHundred(mean.low)} to ${formatPerHundred(mean.high)}`,
  ];
}

function labelOf(last: LossPoint | undefined): string {
  if (last?.mean == null) return "Wrong decisions per 100 people: not known yet, outcomes are awaited.";
  const { mean, low, high, outcomeCount } = last.mean;
  return `Estimated wrong decisions per 100 people: ${formatPerHundred(mean)} on average up to round ${last.round}, interval ${formatPerHundred(low)} to ${formatPerHundred(high)}, from ${formatCount(outcomeCount, "outcome")}.`;
}

function unknownWords(points: readonly LossPoint[], neverPickable: number): string {
  const pending = points.reduce((total, point) => total + point.pending, 0);
  const waiting = points.filter((point) => point.pending > 0).length;
  const from = points.findLast((point) => point.mean !== null)?.mean?.outcomeCount ?? 0;
  const lost = points.reduce((total, point) => total + point.lost, 0);
  const sentences = [
    `The newest mean rests on ${formatCount(from, "known outcome")}.`,
    pending === 0
      ? "No outcome is awaited."
      : `${formatCount(pending, "outcome")} of ${formatCount(waiting, "round")} ${plural(pending, "is", "are")} awaited: these rounds are not in the mean.`,
  ];
  if (lost > 0)
    sentences.push(
      `${formatCount(lost, "outcome")} ${plural(lost, "was", "were")} declared lost, which may be a bias: the estimate stands between both ways ${plural(lost, "it", "they")} may have turned out.`,
    );
  if (neverPickable > 0)
    sentences.push(
      `${plural(neverPickable, "1 person", `${neverPickable} people`)} had no chance at all; their outcomes can never be estimated and count as none.`,
    );
  return sentences.join(" ");
}
