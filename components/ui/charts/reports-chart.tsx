"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatNumber, formatSignificant } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type ReportPoint = { readonly round: number; readonly pairs: number; readonly soFar: number };
export type ProvenLimit = {
  readonly from: { readonly round: number; readonly most: number } | null;
  readonly formula: string;
  readonly constants: readonly { readonly symbol: string; readonly value: number }[];
};

/** Chart of the rounds that ended with a report so far, and of what is proven about that number. */
export function ReportsChart({
  points,
  limit,
  csv,
}: {
  points: readonly ReportPoint[];
  limit: ProvenLimit | null;
  csv: string;
}) {
  const shape = useMemo(() => shapeOf(points), [points]);
  const marks = useCallback(
    (plot: Plot) => [
      plot.lineY(points, { x: "round", y: "soFar", curve: "step-after", ...series.first }),
      plot.dot(points.slice(-1), { x: "round", y: "soFar", r: 3.5, fill: series.first.stroke }),
    ],
    [points],
  );
  const last = points.at(-1);
  return (
    <ChartFigure
      title={t.reportsTitle()}
      note={t.reportsNote()}
      kind="exact"
      label={t.reportsLabel({
        soFar: last?.soFar ?? 0,
        count: points.length,
        round: String(last?.round ?? 0),
      })}
      shape={shape}
      marks={marks}
      table={{
        head: [t.round(), t.reportedPairs(), t.reportsSoFar()],
        rows: points.map(({ round, pairs, soFar }) => [
          String(round),
          formatNumber(pairs),
          formatNumber(soFar),
        ]),
      }}
      csv={csv}
    >
      <LimitWords limit={limit} />
    </ChartFigure>
  );
}

function shapeOf(points: readonly ReportPoint[]): ChartShape {
  const soFar = points.at(-1)?.soFar ?? 0;
  const top = Math.max(4, niceTop(soFar));
  return {
    rounds: points.map((point) => point.round),
    top,
    ticks: ticksTo(top, true),
    tickWords: formatNumber,
    labels: [{ at: soFar, figure: t.roundCount({ count: soFar }), name: t.withReport(), look: series.first }],
  };
}

function LimitWords({ limit }: { limit: ProvenLimit | null }) {
  if (limit === null) {
    return <p>{t.noLimitProven()}</p>;
  }
  return (
    <>
      <p>{provenWords(limit)}</p>
      <p>
        {t.provenFormula({
          formula: () => <span className="tabular-nums">{limit.formula}</span>,
          constants: limit.constants
            .map(({ symbol, value }) => `${symbol} = ${formatSignificant(value)}`)
            .join(", "),
        })}
      </p>
    </>
  );
}

function provenWords({ from }: ProvenLimit): string {
  return from === null ? t.provenNothing() : t.provenFrom(from);
}
