"use client";

import * as t from "#messages/charts.ts";
import { formatNumber, formatPercent } from "#server/format.ts";
import { LineChart } from "./line-chart.tsx";
import { inHundredFrame } from "./scale.ts";
import { series } from "./series.ts";

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
  const last = points.at(-1);
  const share = (of: "picked" | "expected") => (point: PickedPoint) => (100 * point[of]) / point.people;
  const figure = (of: "picked" | "expected") => formatPercent(last ? last[of] / last.people : 0, 0);
  return (
    <LineChart
      title={t.pickedTitle()}
      note={t.pickedNote()}
      kind="exact"
      label={t.pickedLabel({
        round: last?.round ?? 0,
        picked: last?.picked ?? 0,
        people: last?.people ?? 0,
      })}
      points={points}
      frame={{
        ...inHundredFrame,
        tickWords: (tick) => (tick === 100 ? formatPercent(1, 0) : formatNumber(tick)),
      }}
      lines={[
        {
          value: share("expected"),
          look: series.second,
          figure: figure("expected"),
          name: t.meanChanceName(),
        },
        {
          value: share("picked"),
          look: series.first,
          dots: points,
          figure: figure("picked"),
          name: t.pickedName(),
        },
      ]}
      columns={[
        [t.round(), ({ round }) => formatNumber(round)],
        [t.people(), ({ people }) => formatNumber(people)],
        [t.picked(), ({ picked }) => formatNumber(picked)],
        [t.pickedTitle(), ({ picked, people }) => formatPercent(picked / people)],
        [t.meanChance(), ({ expected, people }) => formatPercent(expected / people)],
      ]}
      csv={csv}
    >
      <p>{t.pickedHow({ isEven })}</p>
    </LineChart>
  );
}
