"use client";

import * as t from "#messages/charts.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import type { GuardedOverviewRound } from "#server/results/policy/guarded-overview.ts";
import { type ChartLine, LineChart } from "./line-chart.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type SeriesLook, series } from "./series.ts";

/** Chart of how far chances may differ, round by round: the limit falls after a report and recovers slowly. */
export function LimitChart({
  points,
  isCut,
  alpha,
  step,
  csv,
}: {
  points: readonly GuardedOverviewRound[];
  /** Whether the limit cut the chances of any round. */
  isCut: boolean;
  alpha: number;
  /** How far the allowance falls after a report. */
  step: number;
  csv: string;
}) {
  const last = points.at(-1);
  const line = (
    value: "limit" | "tau" | "baseSpread",
    name: string,
    look: SeriesLook,
  ): ChartLine<GuardedOverviewRound> => ({
    ...{ value: (point) => 100 * point[value], look, figure: formatPoints(last?.[value] ?? 0), name },
    ...(value !== "baseSpread" && { curve: "step" }),
    dots: value === "limit" ? points.filter(({ hasReport }) => hasReport) : [],
  });
  return (
    <LineChart
      title={t.limitTitle()}
      note={t.limitNote()}
      kind="exact"
      label={t.limitLabel({
        limit: formatPoints(last?.limit ?? 0),
        round: last?.round ?? 0,
        spread: formatPoints(last?.baseSpread ?? 0),
      })}
      points={points}
      frame={frameOf(points)}
      lines={[
        line("baseSpread", t.policyAlone(), series.rest),
        line("tau", t.allowanceName(), series.second),
        line("limit", t.limitName(), series.first),
      ]}
      columns={[
        [t.round(), ({ round }) => formatNumber(round)],
        [t.limit(), ({ limit }) => formatPoints(limit)],
        [t.allowance(), ({ tau }) => formatPoints(tau)],
        [t.apartByPolicy(), ({ baseSpread }) => formatPoints(baseSpread)],
        [
          t.apartAsShown(),
          ({ isCut, spread }) =>
            isCut ? t.spreadCut({ spread: formatPoints(spread) }) : formatPoints(spread),
        ],
        [
          t.endedInReport(),
          ({ hasReport }) => t.hasReport({ report: hasReport === null ? "open" : hasReport ? "yes" : "no" }),
        ],
      ]}
      csv={csv}
    >
      <p>
        {t.limitHow({
          step: formatPoints(step),
          rise: formatPoints(step * step),
          alpha: formatPoints(alpha),
        })}
      </p>
      {isCut && <p>{t.limitCut()}</p>}
    </LineChart>
  );
}

function frameOf(points: readonly GuardedOverviewRound[]) {
  const top = niceTop(100 * Math.max(...points.map(({ limit, baseSpread }) => Math.max(limit, baseSpread))));
  const lowest = 100 * Math.min(...points.map(({ tau }) => tau));
  const bottom = lowest < 0 ? -niceTop(-lowest) : 0;
  return {
    ...{ top, bottom },
    ticks: bottom < 0 ? [bottom, ...ticksTo(top)] : ticksTo(top),
    tickWords: (tick: number) => formatPoints(tick / 100),
  };
}
