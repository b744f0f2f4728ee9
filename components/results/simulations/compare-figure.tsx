"use client";

import type { RenderFunction } from "@observablehq/plot";
import { useCallback, useMemo } from "react";
import { ChartFigure } from "#components/ui/charts/chart-figure.tsx";
import type { Plot } from "#components/ui/charts/plot-canvas.tsx";
import { spread } from "#components/ui/charts/scale.ts";
import type { ChartShape } from "#components/ui/charts/series.ts";
import * as t from "#messages/simulations.ts";
import { formatNumber } from "#server/format.ts";
import { frameOf, guidesOf, type LinePoint, positive, type RunLine } from "./lines.ts";
import type { RunsPageState } from "./page-state.ts";
import { measureTitle, rounded } from "./run-words.ts";

type Props = { lines: readonly RunLine[] } & Pick<RunsPageState, "measure" | "isLog" | "hasBounds">;

/** Chart of runs on top of each other: the mean of each, with its single seeds behind it. */
export function CompareFigure({ lines, measure, isLog, hasBounds }: Props) {
  const title = measureTitle(measure);
  const shape = useMemo(() => frameOf(lines, { isLog, hasBounds }), [lines, isLog, hasBounds]);
  const marks = useCallback(
    (plot: Plot) => marksOf(plot, lines, { shape, hasBounds }),
    [lines, shape, hasBounds],
  );
  const live = lines.find(({ id }) => id === "live");
  const isEstimated = lines.some(({ kind }) => kind === "estimated");
  const hidden =
    isLog && lines.some(({ mean, each }) => [mean, ...each].flat().some(({ value }) => value <= 0));
  return (
    <ChartFigure
      title={title}
      note={{ reports: t.reportsNote, regret: t.regretNote, lagrangian: t.lagrangianNote }[measure]()}
      kind={isEstimated ? "estimated" : "exact"}
      label={t.chartLabel({ title, count: lines.length, ends: lines.map(endWords).join("; ") })}
      shape={shape}
      marks={marks}
      table={tableOf(lines, hasBounds)}
    >
      <p>
        {t.linesMeaning()} {hasBounds && t.boundsMeaning()} {live?.kind === "exact" && t.liveCounted()}
        {live?.kind === "estimated" && t.liveEstimated()} {hidden && t.logHidden()}
      </p>
    </ChartFigure>
  );
}

function endWords({ name, look, mean }: RunLine): string {
  const end = mean.at(-1);
  return t.lineEnd({
    letter: look.letter,
    name,
    value: rounded(end?.value ?? 0),
    rounds: end?.round ?? 0,
  });
}

function marksOf(
  plot: Plot,
  lines: readonly RunLine[],
  { shape, hasBounds }: { shape: ChartShape; hasBounds: boolean },
) {
  const { isLog = false } = shape;
  const place = { x: "round", y: "value" } as const;
  const shown = (points: readonly LinePoint[]) => (isLog ? positive(points) : points);
  const guides = isLog ? guidesOf(shape) : [];
  return [
    ...guides.flatMap(({ word, points }) => [
      plot.line(points, { ...place, stroke: "var(--ink-3)", strokeWidth: 1, strokeDasharray: "1 3" }),
      plot.text(points.slice(0, 1), {
        ...place,
        text: () => word,
        fill: "var(--ink-2)",
        fontSize: 12,
        textAnchor: "start",
        dx: 4,
        // The two steepest are close together: one label goes above, one below.
        dy: word === "4/5" ? 12 : -6,
      }),
    ]),
    ...lines.flatMap(({ look: { stroke }, each }) =>
      each.map((points) =>
        plot.line(shown(points), { ...place, stroke, strokeWidth: 1, strokeOpacity: 0.3 }),
      ),
    ),
    ...lines.map(({ look: { stroke }, bound }) =>
      plot.line(hasBounds ? shown(bound) : [], {
        ...place,
        stroke,
        strokeWidth: 1.5,
        strokeDasharray: "1 4",
      }),
    ),
    ...lines.map(({ look: { stroke, strokeDasharray }, mean }) =>
      plot.line(shown(mean), { ...place, stroke, strokeDasharray, strokeWidth: 2 }),
    ),
    lineLabels(lines, isLog),
  ];
}

/** Builds the table: one row for every round at which any run was sampled. */
function tableOf(lines: readonly RunLine[], hasBounds: boolean) {
  const rounds = [...new Set(lines.flatMap(({ mean }) => mean.map(({ round }) => round)))];
  const bounded = hasBounds ? lines.filter(({ bound }) => bound.length > 0) : [];
  const values = [...lines.map(({ mean }) => mean), ...bounded.map(({ bound }) => bound)].map(
    (points) => new Map(points.map(({ round, value }) => [round, value])),
  );
  return {
    head: [
      t.round(),
      ...lines.map(({ look, name }) => t.lineHead({ letter: look.letter, name })),
      ...bounded.map(({ look }) => t.boundHead({ letter: look.letter })),
    ],
    rows: rounds
      .sort((a, b) => a - b)
      .map((round) => [
        formatNumber(round),
        ...values.map((of) => {
          const value = of.get(round);
          return value === undefined ? "–" : rounded(value);
        }),
      ]),
  };
}

const namespace = "http://www.w3.org/2000/svg";
const apart = 15;

/** Custom mark for Plot: the letter of each line at its end, moved apart where they would overlap. */
function lineLabels(lines: readonly RunLine[], isLog: boolean): RenderFunction {
  return (_index, { x, y }, _values, { height, marginTop, marginBottom }, { document }) => {
    const group = document.createElementNS(namespace, "g");
    const ends = lines.flatMap(({ look, mean }) => {
      const end = mean.findLast(({ value }) => !isLog || value > 0);
      return end === undefined ? [] : [{ look, end }];
    });
    const room = height - marginTop - marginBottom;
    const places = spread(
      ends.map(({ end }) => Number(y?.(end.value) ?? 0) - marginTop),
      apart,
      room,
    );
    for (const [index, { look, end }] of ends.entries()) {
      const text = document.createElementNS(namespace, "text");
      text.textContent = look.letter;
      text.setAttribute("x", String(Number(x?.(end.round) ?? 0) + 7));
      text.setAttribute("y", String(marginTop + (places[index] ?? 0) + 4));
      text.setAttribute("fill", "var(--ink)");
      text.setAttribute("font-size", "13");
      text.setAttribute("font-weight", "620");
      group.append(text);
    }
    return group;
  };
}
