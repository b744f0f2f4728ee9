"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatFixed, formatSignificant } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type EntropyPoint = { readonly round: number; readonly bits: number; readonly isOpen: boolean };

/** Chart of how far the policy is from deciding by one rule. */
export function EntropyChart({
  points,
  ruleCount,
  drawnCount,
  isPartlyLost,
  csv,
}: {
  points: readonly EntropyPoint[];
  ruleCount: number;
  /** FTPL only: number of drawn rules among which shares are counted. */
  drawnCount: number | null;
  isPartlyLost: boolean;
  csv: string;
}) {
  const isDrawn = drawnCount !== null && drawnCount < ruleCount;
  const most = Math.log2(isDrawn ? drawnCount : ruleCount);
  const mostName = t.entropyMost({ isDrawn });
  const shape = useMemo(() => shapeOf(points, { most, mostName }), [points, most, mostName]);
  const marks = useCallback(
    (plot: Plot) => [
      plot.ruleY([most], { ...series.rest }),
      plot.lineY(points, { x: "round", y: "bits", ...series.first }),
      plot.dot(points.slice(-1), { x: "round", y: "bits", r: 3.5, fill: series.first.stroke }),
    ],
    [points, most],
  );
  const first = points.at(0);
  const last = points.at(-1);
  const label = t.entropyLabel({
    first: formatFixed(first?.bits ?? 0, 2),
    firstRound: String(first?.round ?? 0),
    last: formatFixed(last?.bits ?? 0, 2),
    lastRound: String(last?.round ?? 0),
    isDrawn,
    count: isDrawn ? drawnCount : ruleCount,
    most: formatFixed(most, 2),
  });
  return (
    <ChartFigure
      title={t.entropyTitle()}
      note={t.entropyNote()}
      kind="exact"
      label={label}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: [t.round(), t.entropyBits(), t.equalRules()],
        rows: points.map(({ round, bits }) => [
          String(round),
          formatFixed(bits, 3),
          formatSignificant(2 ** bits),
        ]),
      }}
    >
      <p>
        {t.entropyHow({
          most: formatFixed(Math.log2(ruleCount), 2),
          count: ruleCount,
          power: () => (
            <>
              2<sup>H</sup>
            </>
          ),
        })}
        {drawnCount !== null &&
          ` ${t.entropyDrawn({ count: drawnCount, most: formatFixed(Math.log2(drawnCount), 2) })}`}
        {last?.isOpen && ` ${t.entropyOpen({ round: String(last.round) })}`}
        {isPartlyLost && ` ${t.entropyLost({ round: String(first?.round) })}`}
      </p>
    </ChartFigure>
  );
}

function shapeOf(
  points: readonly EntropyPoint[],
  { most, mostName }: { most: number; mostName: string },
): ChartShape {
  const last = points.at(-1)?.bits ?? 0;
  const top = niceTop(most);
  return {
    rounds: points.map((point) => point.round),
    top,
    ticks: ticksTo(top),
    tickWords: (tick) => formatSignificant(tick),
    labels: [
      { at: most, figure: t.bits({ bits: formatFixed(most, 2) }), name: mostName, look: series.rest },
      {
        at: last,
        figure: t.bits({ bits: formatFixed(last, 2) }),
        name: t.likeRules({ count: formatSignificant(2 ** last) }),
        look: series.first,
      },
    ],
  };
}
