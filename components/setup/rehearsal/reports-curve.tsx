"use client";

import { useCallback, useMemo, useRef } from "react";
import { type Plot, PlotCanvas } from "#components/ui/charts/plot-canvas.tsx";
import { niceTop, ticksTo } from "#components/ui/charts/scale.ts";
import { type ChartShape, series } from "#components/ui/charts/series.ts";
import * as t from "#messages/setupRehearsal.ts";
import { formatMean } from "#server/format.ts";
import type { RehearsedSetting } from "#server/simulation/rehearsal/result.ts";

type Curve = RehearsedSetting["curve"];

/**
 * Chart of reports so far: the mean of the runs, their band, and the possible maximum. The table below has the
 * numbers.
 */
export function ReportsCurve({ setting: { curve }, name }: { setting: RehearsedSetting; name: string }) {
  const picture = useRef<SVGSVGElement>(null);
  const shape = useMemo(() => shapeOf(curve), [curve]);
  const marks = useCallback((plot: Plot) => marksOf(plot, curve), [curve]);
  const most = curve.most?.at(-1);
  return (
    <figure className="px-4 pb-3 md:px-6">
      <figcaption className="text-sm text-ink-2">
        {t.curveCaption({ hasMost: most !== undefined })}
      </figcaption>
      <PlotCanvas
        label={t.curveLabel({
          name,
          mean: formatMean(curve.mean.at(-1) ?? 0),
          rounds: curve.mean.length,
          hasMost: most !== undefined,
          most: most ?? 0,
        })}
        shape={shape}
        marks={marks}
        picture={picture}
      />
    </figure>
  );
}

function marksOf(plot: Plot, { mean, low, high, most }: Curve) {
  const points = mean.map((value, index) => ({
    round: index + 1,
    mean: value,
    low: low[index],
    high: high[index],
    most: most?.[index],
  }));
  return [
    plot.areaY(points, { x: "round", y1: "low", y2: "high", fill: series.first.stroke, fillOpacity: 0.15 }),
    most && plot.lineY(points, { x: "round", y: "most", curve: "step-after", ...series.second }),
    plot.lineY(points, { x: "round", y: "mean", ...series.first }),
  ];
}

function shapeOf({ mean, high, most }: Curve): ChartShape {
  const [atEnd, most50] = [mean.at(-1) ?? 0, most?.at(-1)];
  const top = Math.max(4, niceTop(Math.max(most50 ?? 0, high.at(-1) ?? 0)));
  return {
    rounds: mean.map((_, index) => index + 1),
    top,
    ticks: ticksTo(top, true),
    tickWords: String,
    labels: [
      ...(most50 === undefined
        ? []
        : [
            {
              at: most50,
              figure: t.curveMost({ most: most50 }),
              name: t.curvePossible(),
              look: series.second,
            },
          ]),
      { at: atEnd, figure: formatMean(atEnd), name: t.curveMean(), look: series.first },
    ],
  };
}
