"use client";

import { useCallback, useMemo, useState } from "react";
import { ChartFigure } from "./chart-figure.tsx";
import { counted, grouped, threeDigits } from "./numbers.ts";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type ReportPoint = { readonly round: number; readonly pairs: number; readonly soFar: number };
export type ProvenLimit = {
  readonly values: readonly number[];
  readonly from: number | null;
  readonly formula: string;
  readonly constants: readonly { readonly symbol: string; readonly value: number }[];
};

/** As a shape, the limit's last value stands so much above the last count. */
const shapeAbove = 1.45;

/** How many rounds ended with a report so far, and what is proven about that number. */
export function ReportsChart({
  points,
  limit,
  csv,
}: {
  points: readonly ReportPoint[];
  limit: ProvenLimit | null;
  csv: string;
}) {
  const [isShape, setShape] = useState(true);
  const reports = points.at(-1)?.soFar ?? 0;
  const end = limit?.values.at(-1) ?? 0;
  const scale = isShape && end > 0 ? (shapeAbove * Math.max(1, reports)) / end : 1;
  const lines = useMemo(
    () => points.map((point, index) => ({ ...point, limit: (limit?.values[index] ?? 0) * scale })),
    [points, limit, scale],
  );
  const shape = useMemo(() => shapeOf(lines, limit !== null, isShape), [lines, limit, isShape]);
  const marks = useCallback(
    (plot: Plot) => [
      ...(limit ? [plot.lineY(lines, { x: "round", y: "limit", ...series.rest })] : []),
      plot.lineY(lines, { x: "round", y: "soFar", curve: "step-after", ...series.first }),
      plot.dot(lines.slice(-1), { x: "round", y: "soFar", r: 3.5, fill: series.first.stroke }),
    ],
    [lines, limit],
  );
  const table = {
    head: ["Round", "Reported pairs", "Rounds with a report so far", ...(limit ? ["Proven limit"] : [])],
    rows: points.map(({ round, pairs, soFar }, index) => [
      String(round),
      grouped(pairs),
      grouped(soFar),
      ...(limit ? [threeDigits(limit.values[index] ?? 0)] : []),
    ]),
  };
  return (
    <ChartFigure
      title="Rounds with a report"
      note="Added up since the first round"
      kind="exact"
      label={labelOf(points, limit, isShape)}
      shape={shape}
      marks={marks}
      table={table}
      csv={csv}
    >
      {limit && (
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            className="size-[1.125rem] accent-accent"
            checked={isShape}
            onChange={(event) => setShape(event.target.checked)}
          />
          Limit as a shape only
        </label>
      )}
      <LimitWords limit={limit} rounds={points.length} />
    </ChartFigure>
  );
}

function shapeOf(
  lines: readonly { round: number; soFar: number; limit: number }[],
  hasLimit: boolean,
  isShape: boolean,
): ChartShape {
  const last = lines.at(-1) ?? { soFar: 0, limit: 0 };
  const top = Math.max(4, niceTop(Math.max(last.soFar, hasLimit ? last.limit : 0)));
  const limitLabel = isShape
    ? { figure: "Proven limit", name: "shape only" }
    : { figure: threeDigits(last.limit), name: "proven limit" };
  return {
    rounds: lines.map((line) => line.round),
    top,
    ticks: ticksTo(top, true),
    tickWords: (tick) => (top >= 10_000 && tick > 0 ? `${threeDigits(tick / 1_000)}k` : grouped(tick)),
    labels: [
      ...(hasLimit ? [{ at: last.limit, ...limitLabel, look: series.rest }] : []),
      { at: last.soFar, figure: counted(last.soFar, "round"), name: "with a report", look: series.first },
    ],
  };
}

function labelOf(points: readonly ReportPoint[], limit: ProvenLimit | null, isShape: boolean): string {
  const last = points.at(-1);
  const counts = `Rounds with a reported pair: ${last?.soFar ?? 0} of ${points.length}, up to round ${last?.round ?? 0}.`;
  if (limit === null) return counts;
  return `${counts} The proven limit${isShape ? ", drawn as a shape only," : ""} lies above.`;
}

function LimitWords({ limit, rounds }: { limit: ProvenLimit | null; rounds: number }) {
  if (limit === null) {
    return <p>No limit in numbers is proven for this learner and these settings.</p>;
  }
  const value = limit.values.at(-1) ?? 0;
  return (
    <>
      <p>
        <b className="text-ink">
          {limit.from === null
            ? "No guarantee for any number of rounds that can be counted."
            : `No guarantee below T = ${grouped(limit.from)} rounds.`}
        </b>{" "}
        After {counted(rounds, "round")} the limit itself is {threeDigits(value)}
        {value >= rounds ? ", more than there were rounds, so it says nothing yet." : "."}
      </p>
      <p>
        <span className="tabular-nums">{limit.formula}</span> with t = {grouped(rounds)},{" "}
        {limit.constants.map(({ symbol, value }) => `${symbol} = ${threeDigits(value)}`).join(", ")}. In
        expectation, against any fixed policy that is fair with the margin ε; derived for this program, not
        published.
      </p>
    </>
  );
}
