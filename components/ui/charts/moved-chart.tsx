"use client";

import * as t from "#messages/charts.ts";
import { formatDecimal, formatPerHundred, formatPoints, formatPointsChange } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import { type ChartShape, series } from "./series.ts";

export type MovedPerson = { readonly base: number; readonly chance: number };

type Dumbbell = { readonly person: number; readonly before: number; readonly shown: number };

/** Chart of the limit's effect on the chances of one round: before it and as shown, for each person. */
export function MovedChart({
  round,
  people,
  csv,
}: {
  round: number;
  people: readonly MovedPerson[];
  csv: string;
}) {
  const dumbbells = people.map(({ base, chance }, index) => ({
    person: index + 1,
    before: 100 * base,
    shown: 100 * chance,
  }));
  const [before, shown] = [spreadOf(dumbbells, "before"), spreadOf(dumbbells, "shown")];
  return (
    <ChartFigure
      title={t.movedTitle({ round })}
      note={t.movedNote()}
      kind="exact"
      label={t.movedLabel({ count: people.length, round, before, shown })}
      shape={shapeOf(dumbbells)}
      marks={(plot) => marksOf(plot, dumbbells)}
      csv={csv}
      table={{
        head: [t.person(), t.beforeLimit(), t.asShownIn100(), t.changePoints()],
        rows: people.map(({ base, chance }, index) => [
          String(index + 1),
          formatPerHundred(base),
          formatPerHundred(chance),
          formatPointsChange(chance - base),
        ]),
      }}
    >
      <p>{t.movedHow({ before, shown })}</p>
    </ChartFigure>
  );
}

function marksOf(plot: Plot, dumbbells: readonly Dumbbell[]) {
  return [
    plot.ruleX(dumbbells, {
      x: "person",
      y1: "before",
      y2: "shown",
      stroke: series.rest.stroke,
      strokeWidth: 1.5,
    }),
    plot.dot(dumbbells, { x: "person", y: "before", r: 4, stroke: series.second.stroke, strokeWidth: 1.5 }),
    plot.dot(dumbbells, { x: "person", y: "shown", r: 4, fill: series.first.stroke }),
  ];
}

function shapeOf(dumbbells: readonly Dumbbell[]): ChartShape {
  const last = dumbbells.at(-1) ?? { before: 0, shown: 0 };
  const top = niceTop(Math.max(1, ...dumbbells.flatMap(({ before, shown }) => [before, shown])));
  return {
    rounds: dumbbells.map(({ person }) => person),
    across: "person",
    top,
    ticks: ticksTo(top),
    tickWords: (tick) => formatDecimal(tick, 1),
    labels: [
      {
        at: last.before,
        figure: t.apart({ points: spreadOf(dumbbells, "before") }),
        name: t.beforeIt(),
        look: series.second,
      },
      {
        at: last.shown,
        figure: t.apart({ points: spreadOf(dumbbells, "shown") }),
        name: t.asShown(),
        look: series.first,
      },
    ],
  };
}

function spreadOf(dumbbells: readonly Dumbbell[], end: "before" | "shown"): string {
  const values = dumbbells.map((dumbbell) => dumbbell[end]);
  return formatPoints((Math.max(...values) - Math.min(...values)) / 100);
}
