"use client";

import { useCallback, useMemo } from "react";
import { ChartFigure } from "#components/ui/charts/chart-figure.tsx";
import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import type { Plot } from "#components/ui/charts/plot-canvas.tsx";
import { niceTop, ticksTo } from "#components/ui/charts/scale.ts";
import { type ChartShape, type EndLabel, type SeriesLook, series } from "#components/ui/charts/series.ts";
import * as t from "#messages/whatIf.ts";
import type { MeanEstimate } from "#server/analysis/findings/loss-estimate.ts";
import type { FrontierPoint } from "#server/analysis/what-if/redecide.ts";
import { formatFixed, formatNumber, formatPerHundred } from "#server/format.ts";
import type { Replayed } from "./messages.ts";
import { lossFigure, settingInShort } from "./what-if-words.ts";

type Point = {
  readonly name: string;
  readonly reports: number;
  readonly wrong: number;
  readonly low: number;
  readonly high: number;
};

/** Each number of needed flags as a point: with the decisions as they were, and as replays would have made them. */
export function WhatIfLossChart({
  loss,
  points,
  replays,
  seats,
  own,
}: {
  loss: MeanEstimate | null;
  points: readonly FrontierPoint[];
  replays: readonly Replayed[];
  seats: readonly string[];
  own: { readonly alpha: string };
}) {
  const [title, note] = [t.lossTitle(), t.lossNote()];
  const played = useMemo(() => playedPoints(points, loss), [points, loss]);
  const replayed = useMemo(() => replayedPoints(replays, seats, own.alpha), [replays, seats, own.alpha]);
  const shape = useMemo(() => shapeOf(played, replayed), [played, replayed]);
  const marks = useCallback(
    (plot: Plot, width: number) => marksOf(plot, played, replayed, width),
    [played, replayed],
  );
  if (played.length === 0 && replayed.length === 0) {
    return (
      <EmptyFigure title={title} note={note} kind="estimated">
        {t.lossEmpty()}
      </EmptyFigure>
    );
  }
  return (
    <ChartFigure
      title={title}
      note={note}
      kind="estimated"
      label={labelOf(played, replayed)}
      shape={shape}
      marks={marks}
      table={{
        head: [t.setting(), t.decisions(), t.reportsIn100(), t.wrongIn100()],
        rows: [
          ...points.map(({ needed, reports, rounds }) => [
            t.settingFlags({ count: needed }),
            t.asTheyWere(),
            formatPerHundred(reports / rounds),
            lossFigure(loss),
          ]),
          ...replays.flatMap(({ setting, summary }) =>
            summary === null
              ? []
              : [
                  [
                    t.replayedSetting({ setting: settingInShort(setting, seats, own.alpha) }),
                    t.replayedWord(),
                    formatPerHundred(summary.reports / summary.rounds),
                    lossFigure(summary.loss),
                  ],
                ],
          ),
        ],
      }}
    >
      <p>
        {t.squares()} {replayed.length === 0 ? t.ringsLater() : t.rings()} {t.lossMeaning()}
      </p>
    </ChartFigure>
  );
}

function playedPoints(points: readonly FrontierPoint[], loss: MeanEstimate | null): Point[] {
  if (loss === null || !loss.isSupported) return [];
  return points.map(({ needed, reports, rounds }) => ({
    name: String(needed),
    reports: (100 * reports) / rounds,
    ...wrongOf(loss),
  }));
}

function replayedPoints(replays: readonly Replayed[], seats: readonly string[], alpha: string): Point[] {
  return replays.flatMap(({ setting, summary }) => {
    if (summary?.loss == null || !summary.loss.isSupported) return [];
    const { rule } = setting;
    const isPlain = rule.kind === "at-least" && setting.alpha === alpha;
    return [
      {
        name: isPlain ? String(rule.flags) : settingInShort(setting, seats, alpha),
        reports: (100 * summary.reports) / summary.rounds,
        ...wrongOf(summary.loss),
      },
    ];
  });
}

function wrongOf({ mean, interval }: MeanEstimate): Pick<Point, "wrong" | "low" | "high"> {
  return { wrong: 100 * mean, low: 100 * (interval?.low ?? mean), high: 100 * (interval?.high ?? mean) };
}

/** Longest name next to a point on a phone, in characters. The table has the others. */
const longestName = 6;

function marksOf(plot: Plot, played: readonly Point[], replayed: readonly Point[], width: number) {
  const at = { x: "reports", y: "wrong" } as const;
  const names = {
    ...at,
    text: "name",
    textAnchor: "start",
    dx: 7,
    fill: "var(--ink)",
    fontSize: 13,
  } as const;
  const rings = named(replayed).filter(({ name }) => width >= 480 || name.length <= longestName);
  // The names of the squares are above their line: those of rings keep away from them.
  const isAbove = ({ wrong }: Point) => wrong > (played[0]?.wrong ?? 100);
  return [
    plot.ruleX(replayed, {
      x: "reports",
      y1: "low",
      y2: "high",
      stroke: series.second.stroke,
      strokeWidth: 2,
    }),
    plot.ruleX(played.slice(0, 1), { x: "reports", y1: "low", y2: "high", ...series.first }),
    plot.lineY(played, { ...at, ...series.first, strokeWidth: 1 }),
    plot.dot(played, { ...at, r: 4.5, symbol: "square", fill: series.first.stroke }),
    plot.dot(replayed, { ...at, r: 4.5, fill: "var(--sheet)", stroke: series.second.stroke, strokeWidth: 2 }),
    plot.text(named(played), { ...names, dy: -10 }),
    plot.text(rings.filter(isAbove), { ...names, dy: -10 }),
    plot.text(
      rings.filter((ring) => !isAbove(ring)),
      { ...names, dy: 13 },
    ),
  ];
}

/** Joins the names of points at the same place: "3, 4". */
function named(points: readonly Point[]): Point[] {
  const byPlace = Map.groupBy(points, ({ reports, wrong }) => `${reports.toFixed(3)} ${wrong.toFixed(3)}`);
  return [...byPlace.values()].map((own) => ({
    ...(own[0] as Point),
    name: own.map(({ name }) => name).join(", "),
  }));
}

function shapeOf(played: readonly Point[], replayed: readonly Point[]): ChartShape {
  const points = [...played, ...replayed];
  const [first, last] = [played.at(0), replayed.at(-1)];
  const right = niceTop(Math.max(10, ...points.map(({ reports }) => reports)));
  const top = niceTop(Math.min(100, Math.max(10, ...points.map(({ high }) => 1.1 * high))));
  return {
    rounds: [0, right / 2, right],
    across: "reports",
    top,
    ticks: ticksTo(top),
    tickWords: formatNumber,
    labels: [
      ...(first === undefined ? [] : [endOf(first, t.asDecided(), series.first)]),
      ...(last === undefined ? [] : [endOf(last, t.replayedName({ name: last.name }), series.second)]),
    ],
  };
}

function endOf({ wrong }: Point, name: string, look: SeriesLook): EndLabel {
  return { at: wrong, figure: t.in100({ figure: formatFixed(wrong, 1) }), name, look };
}

function labelOf(played: readonly Point[], replayed: readonly Point[]): string {
  const words = (say: typeof t.pointPlayed, points: readonly Point[]) =>
    points.map(({ name, reports, wrong }) =>
      say({ name, reports: formatFixed(reports, 1), wrong: formatFixed(wrong, 1) }),
    );
  return [...words(t.pointPlayed, played), ...words(t.pointReplayed, replayed)].join("; ");
}
