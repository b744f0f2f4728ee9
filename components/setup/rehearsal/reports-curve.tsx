"use client";

import { useRef } from "react";
import { countFrame, linesCanvas } from "#components/ui/charts/line-chart.tsx";
import { PlotCanvas } from "#components/ui/charts/plot-canvas.tsx";
import { series } from "#components/ui/charts/series.ts";
import * as t from "#messages/setupRehearsal.ts";
import { formatMean } from "#server/format.ts";
import type { RehearsedSetting } from "#server/simulation/rehearsal/result.ts";

/**
 * Chart of reports so far: the mean of the runs, their band, and the possible maximum. The table below has the
 * numbers.
 */
export function ReportsCurve({ setting, name }: { setting: RehearsedSetting; name: string }) {
  const picture = useRef<SVGSVGElement>(null);
  const points = setting.points.map(({ reports, most }, index) => ({ round: index + 1, ...reports, most }));
  const { mean, high, most } = points.at(-1) ?? { mean: 0, high: 0, most: null };
  const hasMost = most !== null;
  const canvas = linesCanvas({
    points,
    frame: countFrame(Math.max(most ?? 0, high)),
    beneath: (plot) => [
      plot.areaY(points, { x: "round", y1: "low", y2: "high", fill: series.first.stroke, fillOpacity: 0.15 }),
    ],
    lines: [
      {
        value: (point) => point.most,
        curve: "step-after",
        look: series.second,
        figure: t.curveMost({ most: most ?? 0 }),
        name: t.curvePossible(),
      },
      {
        value: (point) => point.mean,
        look: series.first,
        figure: formatMean(mean),
        name: t.curveMean(),
      },
    ],
  });
  return (
    <figure className="max-w-3xl px-4 pb-3 md:px-6">
      <figcaption className="text-sm text-ink-2">{t.curveCaption({ hasMost })}</figcaption>
      <PlotCanvas
        label={t.curveLabel({
          ...{ name, mean: formatMean(mean), rounds: points.length, hasMost, most: most ?? 0 },
        })}
        {...canvas}
        picture={picture}
      />
    </figure>
  );
}
