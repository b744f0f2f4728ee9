"use client";

import { EmptyFigure } from "#components/ui/charts/empty-figure.tsx";
import { type Axis, RowsFigure } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
import { bootstrap } from "#server/analysis/findings/bootstrap-settings.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import { formatDecimal, formatNumber } from "#server/format.ts";
import { alphaFigure } from "./finding-words.ts";

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
  const [title, note] = [t.agreementTitle(), t.agreementNote()];
  if (alpha === null) {
    return (
      <EmptyFigure title={title} note={note} kind="estimated">
        {rounds === 0 ? t.agreementNone() : t.agreementSame()}
      </EmptyFigure>
    );
  }
  const figure = alphaFigure(alpha);
  const ends = interval && { low: alphaFigure(interval.low), high: alphaFigure(interval.high) };
  return (
    <RowsFigure
      title={title}
      note={note}
      kind="estimated"
      label={ends === null ? t.agreementLabel({ figure }) : t.agreementBetween({ figure, ...ends })}
      axis={axisFrom(Math.min(alpha, interval?.low ?? 0))}
      rows={[
        {
          title: "",
          values: [
            {
              value: alpha,
              interval: interval ?? { low: alpha, high: alpha },
              look: series.first,
              figure,
              name: ends === null ? t.noInterval() : t.range(ends),
            },
          ],
        },
      ]}
      table={{
        head: [t.twiceAnswered(), t.agreement(), t.atLeast(), t.atMost()],
        rows: [[formatNumber(rounds), figure, ends?.low ?? "–", ends?.high ?? "–"]],
      }}
      csv={tableAddress(studyId, "findings-agreement")}
    >
      <p>
        {t.alphaMeaning()} {t.hadBoth({ count: disputedCount })}
      </p>
      <p>{intervalInWords(interval !== null, rounds)}</p>
    </RowsFigure>
  );
}

function intervalInWords(hasInterval: boolean, rounds: number): string {
  const { resamples, seed, leastRounds } = bootstrap;
  if (hasInterval) return t.bootstrap({ draws: resamples, rounds, seed: String(seed) });
  return rounds < leastRounds ? t.intervalFrom({ count: leastRounds }) : t.intervalNone();
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
