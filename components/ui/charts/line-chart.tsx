"use client";

import type { Markish } from "@observablehq/plot";
import type { ComponentProps } from "react";
import { formatNumber } from "#server/format.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { Plot } from "./plot-canvas.tsx";
import { niceTop, ticksTo } from "./scale.ts";
import type { ChartShape, SeriesLook } from "./series.ts";

type Rounded = { readonly round: number };

/** A line over the rounds with a label at its end. */
export type ChartLine<Point> = {
  /** The value at a point, null where it has none; a number for a level that is the same in all rounds. */
  readonly value: number | ((point: Point) => number | null);
  readonly look: SeriesLook;
  readonly curve?: "step" | "step-after";
  readonly dots?: readonly Point[];
  /** The label: the last value in ink, the name below. */
  readonly figure: string;
  readonly name: string;
};

type Lines<Point> = {
  readonly points: readonly Point[];
  /** The last one is drawn on top. */
  readonly lines: readonly ChartLine<Point>[];
  readonly frame: Pick<ChartShape, "top" | "bottom" | "ticks" | "tickWords">;
  /** Marks beneath the lines. */
  readonly beneath?: (plot: Plot) => Markish[];
};

/** Chart of lines over the rounds, with a table row for each point. */
export function LineChart<Point extends Rounded>({
  points,
  lines,
  frame,
  beneath,
  columns,
  ...figure
}: Lines<Point> &
  Omit<ComponentProps<typeof ChartFigure>, "shape" | "marks" | "table"> & {
    /** The heads of the table and what their cells say of a point. */
    readonly columns: readonly (readonly [head: string, cell: (point: Point) => string])[];
  }) {
  const table = {
    head: columns.map(([head]) => head),
    rows: points.map((point) => columns.map(([, cell]) => cell(point))),
  };
  return (
    <ChartFigure
      {...figure}
      {...linesCanvas({ points, lines, frame, ...(beneath && { beneath }) })}
      table={table}
    />
  );
}

/** Returns the shape and the marks of lines over the rounds. */
export function linesCanvas<Point extends Rounded>({ points, lines, frame, beneath }: Lines<Point>) {
  const drawn = lines.map((line) => ({
    ...line,
    own: points.filter((point) => valueAt(line, point) !== null),
  }));
  const shape: ChartShape = {
    rounds: points.map(({ round }) => round),
    ...frame,
    labels: drawn.flatMap(({ own, figure, name, look, ...line }) => {
      const last = own.at(-1);
      return last ? [{ at: valueAt(line, last) ?? 0, figure, name, look }] : [];
    }),
  };
  const marks = (plot: Plot): Markish[] => [
    ...(beneath?.(plot) ?? []),
    ...drawn.flatMap(({ own, value, look, curve = "linear", dots = [] }) => {
      if (typeof value === "number") return [plot.ruleY([value], { ...look })];
      const place = { x: "round", y: value } as const;
      return [
        plot.lineY(own, { ...place, curve, ...look }),
        plot.dot(dots, { ...place, r: 3.5, fill: look.stroke }),
      ];
    }),
  ];
  return { shape, marks };
}

function valueAt<Point>({ value }: Pick<ChartLine<Point>, "value">, point: Point): number | null {
  return typeof value === "number" ? value : value(point);
}

/** Returns the vertical scale of a count that is at most `most`. */
export function countFrame(most: number) {
  const top = Math.max(4, niceTop(most));
  return { top, ticks: ticksTo(top, true), tickWords: formatNumber };
}
