"use client";

import type { ReactNode } from "react";
import { formatPoints } from "#server/format.ts";
import { ChartFigure, type ChartTable } from "./chart-figure.tsx";
import type { NumberKind } from "./kind-badge.tsx";
import type { Plot } from "./plot-canvas.tsx";
import type { RowsShape, SeriesLook } from "./series.ts";

/** One value of a row: a dot with the line of its interval, or a bar if there is none. */
export type RowValue = {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly look: SeriesLook;
  /** A second kind of value has a ring in place of a square, so that colour is not the only sign. */
  readonly isRing?: boolean;
  /** Label at the right: the value in ink, its name below. */
  readonly figure: string;
  readonly name: string;
};

export type FigureRow = { readonly title: string; readonly values: readonly RowValue[] };

export type Axis = {
  readonly left: number;
  readonly right: number;
  readonly ticks: readonly number[];
  readonly tickWords: (tick: number) => string;
};

/** Axis for shares, drawn and labelled in 100. */
export const inHundredAxis: Axis = {
  left: 0,
  right: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  tickWords: (tick) => formatPoints(tick),
};

const titleHeight = 22;
/** How much higher a title of two lines is, and the length from which it may need them on a phone, in characters. */
const secondLine = { height: 16, from: 32 };
/** Minimum distance of the labels at the right. */
const valueHeight = 40;
const gap = 8;
const across = { x: "x", y1: "top", y2: "bottom" } as const;

/** Values below each other on one scale, each with its interval and its label. */
export function RowsFigure({
  rows,
  axis,
  ...figure
}: {
  title: string;
  note: string;
  kind: NumberKind;
  label: string;
  table: ChartTable;
  csv?: string | undefined;
  rows: readonly FigureRow[];
  axis: Axis;
  children: ReactNode;
}) {
  const placed = placeRows(rows);
  const shape: RowsShape = {
    ...axis,
    rowsHeight: placed.height,
    labels: placed.values.map(({ y, figure, name, look }) => ({ at: y, figure, name, look })),
  };
  return (
    <ChartFigure {...figure} shape={shape} marks={(plot, width) => marksOf(plot, placed, axis, width)} />
  );
}

type Placed = ReturnType<typeof placeRows>;

/**
 * Places titles and values below each other; a title from its lower end upwards. The lines of the scale are drawn in the
 * bands of the values only, so that no title crosses them.
 *
 * @internal
 */
export function placeRows(rows: readonly FigureRow[]) {
  let height = 0;
  const titles: { title: string; y: number }[] = [];
  const values: (RowValue & { y: number })[] = [];
  const bands: { top: number; bottom: number }[] = [];
  for (const { title, values: own } of rows) {
    if (title !== "") {
      height += titleHeight + (title.length < secondLine.from ? 0 : secondLine.height);
      titles.push({ title, y: height - 3 });
    }
    const top = height;
    for (const value of own) {
      values.push({ ...value, y: height + valueHeight / 2 - 6 });
      height += valueHeight;
    }
    height += gap;
    bands.push({ top, bottom: height });
  }
  return { height, titles, values, bands };
}

function marksOf(plot: Plot, { titles, values, bands }: Placed, { left, right, ticks }: Axis, width: number) {
  const linesAt = (places: readonly number[]) => bands.flatMap((band) => places.map((x) => ({ ...band, x })));
  const lines = values.flatMap(({ interval, ...each }) =>
    interval === null ? [] : [{ ...each, ...interval }],
  );
  const bars = values.filter(({ interval }) => interval === null);
  const dots = lines.filter(({ isRing }) => !isRing);
  const rings = lines.filter(({ isRing }) => isRing);
  const stroke = (each: RowValue | (typeof lines)[number]) => each.look.stroke;
  return [
    plot.ruleX(linesAt(ticks), { ...across, stroke: "var(--hair)" }),
    plot.ruleX(linesAt([left, right]), { ...across, stroke: "var(--edge)" }),
    plot.rect(bars, {
      x1: left,
      x2: "value",
      y1: ({ y }) => y - 5,
      y2: ({ y }) => y + 5,
      fill: stroke,
    }),
    plot.ruleY(lines, { x1: "low", x2: "high", y: "y", stroke, strokeWidth: 2 }),
    plot.dot(dots, { x: "value", y: "y", r: 4.5, symbol: "square", fill: stroke }),
    plot.dot(rings, { x: "value", y: "y", r: 4.5, fill: "var(--sheet)", stroke, strokeWidth: 2 }),
    plot.text(titles, {
      x: left,
      y: "y",
      text: "title",
      textAnchor: "start",
      dx: 4,
      fill: "var(--ink)",
      fontSize: 13,
      fontWeight: 560,
      lineAnchor: "bottom",
      lineWidth: (width - 24) / 13,
    }),
  ];
}
