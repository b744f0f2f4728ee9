"use client";

import * as t from "#messages/charts.ts";
import { formatNumber, formatSignificant } from "#server/format.ts";
import { type ChartLine, countFrame, LineChart } from "./line-chart.tsx";
import { series } from "./series.ts";

export type ReportPoint = { readonly round: number; readonly pairs: number; readonly soFar: number };
export type ProvenLimit = {
  readonly from: { readonly round: number; readonly most: number } | null;
  readonly formula: string;
  readonly constants: readonly { readonly symbol: string; readonly value: number }[];
};

/** Chart of the rounds that ended with a report so far, and of what is proven about that number. */
export function ReportsChart({
  points,
  roundCount,
  limit,
  csv,
}: {
  points: readonly ReportPoint[];
  /** All rounds, also those without a point. */
  roundCount: number;
  limit: ProvenLimit | null;
  csv: string;
}) {
  const { round, soFar } = points.at(-1) ?? { round: 0, soFar: 0 };
  return (
    <LineChart
      title={t.reportsTitle()}
      note={t.reportsNote()}
      kind="exact"
      label={t.reportsLabel({ soFar, count: roundCount, round })}
      points={points}
      frame={countFrame(soFar)}
      lines={[soFarLine(soFar, points.slice(-1))]}
      columns={reportColumns()}
      csv={csv}
    >
      <LimitWords limit={limit} />
    </LineChart>
  );
}

/** Returns the line of the rounds that ended with a report so far. */
export function soFarLine<Point extends ReportPoint>(
  soFar: number,
  dots: readonly Point[],
): ChartLine<Point> {
  return {
    value: (point) => point.soFar,
    curve: "step-after",
    look: series.first,
    dots,
    figure: t.roundCount({ count: soFar }),
    name: t.withReport(),
  };
}

/** Returns the columns of a table of reports. */
export function reportColumns() {
  return [
    [t.round(), ({ round }: ReportPoint) => formatNumber(round)],
    [t.reportedPairs(), ({ pairs }: ReportPoint) => formatNumber(pairs)],
    [t.reportsSoFar(), ({ soFar }: ReportPoint) => formatNumber(soFar)],
  ] as const;
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
