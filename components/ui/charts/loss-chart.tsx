"use client";

import * as t from "#messages/charts.ts";
import { formatNumber, formatPerHundred } from "#server/format.ts";
import { LineChart } from "./line-chart.tsx";
import { inHundredFrame } from "./scale.ts";
import { series } from "./series.ts";

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
  unknown,
  proven,
  csv,
}: {
  /** At least one has a mean. */
  points: readonly LossPoint[];
  unknown: Unknown;
  /** What is proven about it, if anything. */
  proven?: string;
  csv: string;
}) {
  const last = points.findLast((point) => point.mean !== null);
  const bands = points.flatMap(({ round, mean }) =>
    mean === null ? [] : [{ round, low: 100 * mean.low, high: 100 * mean.high }],
  );
  return (
    <LineChart
      title={t.lossTitle()}
      note={t.lossNote()}
      kind="estimated"
      label={labelOf(last)}
      points={points}
      frame={inHundredFrame}
      beneath={(plot) => [
        plot.areaY(bands, { x: "round", y1: "low", y2: "high", fill: "var(--band)" }),
        // one point alone has no area
        plot.ruleX(bands.slice(-1), { x: "round", y1: "low", y2: "high", stroke: series.rest.stroke }),
      ]}
      lines={[
        {
          value: ({ mean }) => mean && 100 * mean.mean,
          look: series.first,
          dots: last ? [last] : [],
          figure: t.in100({ count: formatPerHundred(last?.mean?.mean ?? 0) }),
          name: last?.mean ? rangeOf(last.mean) : "",
        },
      ]}
      columns={[
        [t.round(), ({ round }) => formatNumber(round)],
        [t.people(), ({ people }) => formatNumber(people)],
        [t.picked(), ({ picked }) => formatNumber(picked)],
        [t.known(), ({ known }) => formatNumber(known)],
        [t.waiting(), ({ pending }) => formatNumber(pending)],
        [t.lost(), ({ lost }) => formatNumber(lost)],
        [t.meanSoFar(), ({ mean }) => (mean === null ? "–" : formatPerHundred(mean.mean))],
        [t.interval(), ({ mean }) => (mean === null ? "–" : rangeOf(mean))],
      ]}
      csv={csv}
    >
      <p>{t.lossHow()}</p>
      <p>
        {unknownWords(points, unknown)} {proven}
      </p>
    </LineChart>
  );
}

function rangeOf({ low, high }: { low: number; high: number }): string {
  return t.lowToHigh({ low: formatPerHundred(low), high: formatPerHundred(high) });
}

function labelOf(last: LossPoint | undefined): string {
  if (last?.mean == null) return t.lossUnknown();
  const { mean, low, high, outcomeCount } = last.mean;
  return t.lossLabel({
    mean: formatPerHundred(mean),
    round: last.round,
    low: formatPerHundred(low),
    high: formatPerHundred(high),
    count: outcomeCount,
  });
}

type Unknown = {
  readonly pendingCount: number;
  /** Rounds with outcomes that are awaited. */
  readonly pendingRounds: number;
  readonly lostCount: number;
  readonly neverPickable: number;
};

function unknownWords(points: readonly LossPoint[], unknown: Unknown): string {
  return [
    t.lossRests({
      known: points.findLast((point) => point.mean !== null)?.mean?.outcomeCount ?? 0,
      pending: unknown.pendingCount,
      rounds: unknown.pendingRounds,
    }),
    ...(unknown.lostCount > 0 ? [t.lossLost({ count: unknown.lostCount })] : []),
    ...(unknown.neverPickable > 0 ? [t.lossNever({ count: unknown.neverPickable })] : []),
  ].join(" ");
}
