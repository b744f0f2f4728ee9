"use client";

import { useCallback, useMemo } from "react";
import { formatFixed, formatNumber, formatSignificant } from "#server/format.ts";
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
  const mostName = isDrawn ? "all different" : "all rules alike";
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
  const label =
    `Entropy of the policy: ${formatFixed(first?.bits ?? 0, 2)} bits in round ${first?.round}, ` +
    `${formatFixed(last?.bits ?? 0, 2)} bits in round ${last?.round}; ${isDrawn ? `${formatNumber(drawnCount)} different rules` : `all ${formatNumber(ruleCount)} rules alike`} would be ${formatFixed(most, 2)}.`;
  return (
    <ChartFigure
      title="How open the policy still is"
      note="Entropy of each round’s policy, in bits"
      kind="exact"
      label={label}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: ["Round", "Entropy, bits", "Like so many equal rules"],
        rows: points.map(({ round, bits }) => [
          String(round),
          formatFixed(bits, 3),
          formatSignificant(2 ** bits),
        ]),
      }}
    >
      <p>
        H = −Σ p log₂ p, where p is a rule’s share of the policy that round was opened with:{" "}
        {formatFixed(Math.log2(ruleCount), 2)} bits when all {formatNumber(ruleCount)} rules weigh the same, 0
        when one rule has everything; 2<sup>H</sup> equal rules would be as open.
        {drawnCount !== null &&
          ` FTPL keeps no weights: p is counted among the ${formatNumber(drawnCount)} rules drawn for the round, so H is at most ${formatFixed(Math.log2(drawnCount), 2)} bits, and on average below that of all rules that could have been drawn.`}{" "}
        Computed again from the log, not from the chances, which do not tell it.
        {last?.isOpen && ` Round ${last.round} is open: its policy is as public as its chances.`}
        {isPartlyLost &&
          ` Rounds before ${first?.round} cannot be computed again, because a person in them was erased.`}
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
      { at: most, figure: `${formatFixed(most, 2)} bits`, name: mostName, look: series.rest },
      {
        at: last,
        figure: `${formatFixed(last, 2)} bits`,
        name: `like ${formatSignificant(2 ** last)} rules`,
        look: series.first,
      },
    ],
  };
}
