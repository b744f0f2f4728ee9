"use client";

import * as t from "#messages/charts.ts";
import { formatFixed, formatPerHundred, formatPointsChange } from "#server/format.ts";
import type { NumberKind } from "./kind-badge.tsx";
import { LineChart } from "./line-chart.tsx";
import { series } from "./series.ts";

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
  // Without the changes by flags the value is not a chance and may be outside 0 to 100.
  const ends = hasFlags ? points.map(lessFlags) : [];
  const [first, last] = [points.at(0), points.at(-1)];
  return (
    <LineChart
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
      points={points}
      frame={{
        top: Math.max(100, ...ends),
        bottom: Math.min(0, ...ends),
        ticks: [0, 50, 100],
        tickWords: String,
      }}
      beneath={(plot) => [plot.ruleX(reportedRounds, { stroke: "var(--unfair)", strokeDasharray: "1 3" })]}
      lines={[
        ...(hasFlags && last
          ? [
              {
                value: lessFlags,
                look: series.second,
                figure: formatFixed(lessFlags(last), 1),
                name: t.withoutFlags(),
              },
            ]
          : []),
        {
          value: ({ chance }) => 100 * chance,
          look: series.first,
          dots: points.slice(-1),
          figure: formatPerHundred(last?.chance ?? 0),
          name: t.now(),
        },
      ]}
      columns={[
        [t.round(), ({ isNext, round }) => (isNext ? t.next() : String(round))],
        [t.chance(), ({ chance }) => formatPerHundred(chance)],
        [t.flags(), ({ flags }) => formatPointsChange(flags)],
        [t.outcomes(), ({ outcomes }) => formatPointsChange(outcomes)],
        [t.estimates(), ({ closes }) => formatPointsChange(closes)],
        [t.pace(), ({ rest }) => formatPointsChange(rest)],
      ]}
      csv={csv}
    >
      {children}
    </LineChart>
  );
}

function lessFlags({ chance, flags }: KindChancePoint): number {
  return 100 * (chance - flags);
}
