"use client";

import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { type Axis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { bootstrap } from "#server/analysis/findings/bootstrap-settings.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import { formatCount, formatDecimal, formatNumber } from "#server/format.ts";
import { alphaFigure } from "./finding-words.ts";

const title = "Agreement of the seats";
const note = "From 0, no more than chance, to 1, full agreement";

/** Agreement between the seats beyond what chance would give. */
export function AgreementFigure({
  studyId,
  agreement,
  disputedCount,
}: {
  studyId: string;
  agreement: Findings["agreement"];
  disputedCount: number;
}) {
  const { alpha, interval, rounds } = agreement;
  if (alpha === null) {
    return (
      <EmptyFigure title={title} note={note} kind="estimated">
        {rounds === 0
          ? "No pair was looked at by two seats yet, so nothing can be said of their agreement."
          : "All seats gave the same answer to every pair. How much of that agreement is chance cannot be computed."}
      </EmptyFigure>
    );
  }
  const range = interval && `${alphaFigure(interval.low)} to ${alphaFigure(interval.high)}`;
  return (
    <RowsFigure
      title={title}
      note={note}
      kind="estimated"
      label={`Alpha ${alphaFigure(alpha)}${range === null ? "" : `, between ${range.replace(" to ", " and ")}`}.`}
      axis={axisFrom(Math.min(alpha, interval?.low ?? 0))}
      rows={[
        {
          title: "",
          values: [
            {
              value: alpha,
              interval: interval ?? { low: alpha, high: alpha },
              look: series.first,
              figure: alphaFigure(alpha),
              name: range ?? "no interval yet",
            },
          ],
        },
      ]}
      table={{
        head: ["Rounds with two answers to a pair", "Alpha", "At least", "At most"],
        rows: [
          [
            String(rounds),
            alphaFigure(alpha),
            interval === null ? "–" : alphaFigure(interval.low),
            interval === null ? "–" : alphaFigure(interval.high),
          ],
        ],
      }}
      csv={tableAddress(studyId, "findings-agreement")}
    >
      <p>
        1: the seats agree on every pair; 0: as if their answers had been dealt out by chance; below 0: they
        disagree more often than that. {formatCount(disputedCount, "pair")} had both an “unfair” and an
        “acceptable”. A low figure is a finding, not a fault of anybody.
      </p>
      <p>{intervalInWords(interval !== null, rounds)}</p>
    </RowsFigure>
  );
}

function intervalInWords(hasInterval: boolean, rounds: number): string {
  const { resamples, seed, leastRounds } = bootstrap;
  if (hasInterval) {
    return `95 % interval from ${formatNumber(resamples)} draws of ${formatCount(rounds, "round")} out of these, with replacement (seed ${formatNumber(seed)}, so always the same).`;
  }
  return rounds < leastRounds
    ? `An interval comes from ${leastRounds} rounds on in which two seats looked at a pair.`
    : "There is no interval: too many rounds have one answer only, so most draws of them would tell nothing.";
}

function axisFrom(least: number): Axis {
  const left = least < 0 ? -Math.ceil(-4 * least) / 4 : 0;
  return {
    left,
    right: 1,
    ticks: left < 0 ? [left, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
    tickWords: (tick) => formatDecimal(tick, 2),
  };
}
