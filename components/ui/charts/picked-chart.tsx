"use client";

import { useCallback, useMemo } from "react";
import * as t from "#messages/charts.ts";
import { formatFixed, formatPercent } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { type ChartShape, series } from "./series.ts";

export type PickedPoint = {
  readonly round: number;
  readonly people: number;
  readonly picked: number;
  /** Sum of the chances. */
  readonly expected: number;
};

/** Chart of the share of a round's people who were picked, and the mean of their chances. */
export function PickedChart({
  points,
  isEven,
  csv,
}: {
  points: readonly PickedPoint[];
  /** Whether draws are even; otherwise one rule decides for a whole round. */
  isEven: boolean;
  csv: string;
}) {
  const lines = useMemo(
    () =>
      points.map(({ round, people, picked, expected }) => ({
        round,
        picked: (100 * picked) / people,
        chance: (100 * expected) / people,
      })),
    [points],
  );
  const shape = useMemo(() => shapeOf(lines), [lines]);
  const marks = useCallback(
    (plot: Plot) => [
      plot.lineY(lines, { x: "round", y: "chance", ...series.second }),
      plot.lineY(lines, { x: "round", y: "picked", ...series.first }),
      plot.dot(lines, { x: "round", y: "picked", r: 2.5, fill: series.first.stroke }),
    ],
    [lines],
  );
  const last = points.at(-1);
  return (
    <ChartFigure
      title={t.pickedTitle()}
      note={t.pickedNote()}
      kind="exact"
      label={t.pickedLabel({
        round: String(last?.round ?? 0),
        picked: last?.picked ?? 0,
        people: last?.people ?? 0,
      })}
      shape={shape}
      marks={marks}
      csv={csv}
      table={{
        head: [t.round(), t.people(), t.picked(), t.pickedTitle(), t.meanChance()],
        rows: points.map(({ round, people, picked, expected }) => [
          String(round),
          String(people),
          String(picked),
          formatPercent(picked / people),
          formatPercent(expected / people),
        ]),
      }}
    >
      <p>{t.pickedHow({ isEven })}</p>
    </ChartFigure>
  );
}

function shapeOf(lines: readonly { round: number; picked: number; chance: number }[]): ChartShape {
  const last = lines.at(-1) ?? { picked: 0, chance: 0 };
  return {
    rounds: lines.map((line) => line.round),
    top: 100,
    ticks: [0, 25, 50, 75, 100],
    tickWords: (tick) => (tick === 100 ? "100%" : String(tick)),
    labels: [
      {
        at: last.picked,
        figure: `${formatFixed(last.picked, 0)}%`,
        name: t.pickedName(),
        look: series.first,
      },
      {
        at: last.chance,
        figure: `${formatFixed(last.chance, 0)}%`,
        name: t.meanChanceName(),
        look: series.second,
      },
    ],
  };
}
