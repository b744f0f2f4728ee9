"use client";

import type * as PlotModule from "@observablehq/plot";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { endLabels, figureInset, labelGap, nameLines } from "./end-labels.ts";
import { decadesOf, namedTicks, roundDomain, roundTicks, sideMargins } from "./scale.ts";
import type { ChartShape, EndLabel, RowsShape } from "./series.ts";

export type Plot = typeof PlotModule;

const height = 246;
const margins = { marginTop: 10, marginBottom: 26 };
const narrow = 480;

/** A chart as one picture with a text alternative. The table next to it has the numbers. */
export function PlotCanvas({
  label,
  shape,
  marks,
  picture,
}: {
  /** Text alternative of the picture. */
  label: string;
  shape: ChartShape | RowsShape;
  marks: (plot: Plot, width: number) => PlotModule.Markish[];
  /** The rendered svg, for the download. */
  picture: RefObject<SVGSVGElement | null>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plot = usePlot();
  const width = useWidth(place);
  useLayoutEffect(() => {
    const ground = place.current;
    if (plot === null || ground === null || width === 0) return;
    const svg = plot.plot(optionsOf(plot, shape, width, marks(plot, width)));
    if (!(svg instanceof SVGSVGElement)) return;
    // The page's content security policy blocks Plot's own style element; axe reports its names on groups.
    svg.querySelector("style")?.remove();
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute(
      "class",
      "block max-w-none overflow-visible font-sans tabular-nums [&_text]:whitespace-pre",
    );
    ground.replaceChildren(svg);
    picture.current = svg;
  }, [plot, width, shape, marks, picture]);
  const style = { height: heightOf(shape) };
  return (
    <div ref={place} role="img" aria-label={label} style={style} className="mt-4 w-full overflow-hidden" />
  );
}

function heightOf(shape: ChartShape | RowsShape): number {
  if (!("rowsHeight" in shape)) return height;
  return shape.rowsHeight + margins.marginTop + margins.marginBottom;
}

function optionsOf(
  plot: Plot,
  shape: ChartShape | RowsShape,
  width: number,
  marks: PlotModule.Markish[],
): PlotModule.PlotOptions {
  return "rowsHeight" in shape
    ? rowsOptions(plot, shape, width, marks)
    : roundsOptions(plot, shape, width, marks);
}

const words = { fill: "var(--ink-3)", fontSize: 13, tickSize: 0, label: null };

/** Returns the room for the labels at the right, in pixels: as much as the longest needs, at most half of the chart. */
function labelRoom(labels: readonly EndLabel[], width: number): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return width / 2;
  const { fontFamily } = getComputedStyle(document.body);
  const lengthOf = (text: string, weight: number) => {
    context.font = `${weight} 13px ${fontFamily}`;
    return context.measureText(text).width;
  };
  const longest = Math.max(
    ...labels.map(({ figure }) => figureInset + lengthOf(figure, 620)),
    ...labels.flatMap(({ name }) => nameLines(name).map((line) => lengthOf(line, 400))),
  );
  return Math.min(Math.max(width < narrow ? 120 : 136, labelGap + Math.ceil(longest) + 2), width / 2);
}

function rowsOptions(
  plot: Plot,
  shape: RowsShape,
  width: number,
  marks: PlotModule.Markish[],
): PlotModule.PlotOptions {
  const { rowsHeight, left, right, ticks, tickWords, labels } = shape;
  return {
    width,
    height: heightOf(shape),
    ...margins,
    // The figure cuts off what is left of the chart: without room, "−0.25" loses its sign.
    ...sideMargins(width, { left: left < 0 ? 20 : 8, right: labelRoom(labels, width) }),
    x: { type: "linear", domain: [left, right] },
    y: { type: "linear", domain: [rowsHeight, 0], axis: null },
    marks: [
      plot.axisX(ticks, { ...words, tickFormat: tickWords, tickPadding: 8 }),
      ...marks,
      endLabels(labels),
    ],
  };
}

function roundsOptions(
  plot: Plot,
  shape: ChartShape,
  width: number,
  marks: PlotModule.Markish[],
): PlotModule.PlotOptions {
  const { rounds, across, top, bottom = 0, ticks, tickWords, labels, isLog = false } = shape;
  const type = isLog ? "log" : "linear";
  const xTicks = isLog ? decadesOf(rounds) : roundTicks(rounds);
  return {
    width,
    height,
    ...margins,
    ...sideMargins(width, {
      left: isLog ? 54 : 46,
      right: labels.length === 0 ? 28 : labelRoom(labels, width),
    }),
    x: { type, domain: roundDomain(rounds) },
    y: { type, domain: [bottom, top] },
    marks: [
      plot.gridY(ticks, { stroke: "var(--hair)", strokeOpacity: 1 }),
      plot.axisY(ticks, { ...words, tickFormat: tickWords, tickPadding: 10 }),
      plot.axisX(xTicks, { ...words, tickFormat: namedTicks(xTicks, across), tickPadding: 8 }),
      ...marks,
      plot.ruleY([isLog ? bottom : 0], { stroke: "var(--edge)" }),
      endLabels(labels),
    ],
  };
}

/** Loads Plot after the page: it is larger than the rest of the page. */
function usePlot(): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  useEffect(() => {
    let isWanted = true;
    import("@observablehq/plot").then((loaded) => isWanted && setPlot(loaded));
    return () => {
      isWanted = false;
    };
  }, []);
  return plot;
}

/** Returns the width of an element in pixels, the last one while it is hidden; 0 until it was shown once. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const shown = Math.floor(entry?.contentRect.width ?? 0);
      // The browser calls this before it paints, so no picture shows the chart at the width it had before.
      if (shown > 0) flushSync(() => setWidth(shown));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
