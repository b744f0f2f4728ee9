"use client";

import { useCallback, useMemo } from "react";
import { formatCount, formatNumber, formatSignificant } from "#server/format.ts";
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
      title="Rounds with a report"
      note="Added up since the first round"
      kind="exact"
      label={`Rounds with a reported pair: ${last?.soFar ?? 0} of ${points.length}, up to round ${last?.round ?? 0}.`}
      shape={shape}
      marks={marks}
      table={{
        head: ["Round", "Reported pairs", "Rounds with a report so far"],
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
    labels: [{ at: soFar, figure: formatCount(soFar, "round"), name: "with a report", look: series.first }],
  };
}

function LimitWords({ limit }: { limit: ProvenLimit | null }) {
  if (limit === null) {
    return <p>No limit in numbers is proven for this learner and these settings.</p>;
  }
  return (
    <>
      <p>{provenWords(limit)}</p>
      <p>
        <span className="tabular-nums">{limit.formula}</span> with{" "}
        {limit.constants.map(({ symbol, value }) => `${symbol} = ${formatSignificant(value)}`).join(", ")}. In
        expectation, against any fixed policy that is fair with the margin ε; derived for this program, not
        published.
      </p>
    </>
  );
}

function provenWords({ from }: ProvenLimit): string {
  if (from === null) return "What is proven says nothing for any number of rounds that can be counted.";
  return `Below ${formatNumber(from.round)} rounds what is proven about this number says nothing. From there on it says that not every round ends in a report: at most ${formatNumber(from.most)} of ${formatNumber(from.round)}, and a smaller share of more.`;
}
