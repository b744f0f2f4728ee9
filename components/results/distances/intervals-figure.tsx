"use client";

import { pairName } from "#components/rounds/people/pair-words.ts";
import { inHundredAxis, RowsFigure, type RowValue } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import * as t from "#messages/distances.ts";
import type { ListedPair } from "#server/analysis/distances/estimate.ts";
import { formatPoints } from "#server/format.ts";
import { answerInWords, knownInWords } from "./distance-words.ts";

const drawnAtMost = 8;

/** What is known of the panel's distance of each pair, next to the estimate. */
export function IntervalsFigure({ pairs, count }: { pairs: readonly ListedPair[]; count: number }) {
  const drawn = pairs.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title={t.intervalsTitle()}
      note={t.intervalsNote()}
      kind="estimated"
      label={drawn
        .map((pair) => t.rowLabel({ pair: nameOf(pair), known: knownInWords(pair.known) }))
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map((pair) => ({ title: nameOf(pair), values: valuesOf(pair) }))}
      table={{
        head: [t.pairHead(), t.saidHead(), t.fromHead(), t.toHead(), t.estimateHead()],
        rows: pairs.map((pair) => [
          nameOf(pair),
          answerInWords(pair),
          pair.known.from === 0 ? "–" : formatPoints(pair.known.from),
          pair.known.to === 1 ? "–" : formatPoints(pair.known.to),
          pair.distance === null ? t.notKnown() : formatPoints(pair.distance),
        ]),
      }}
    >
      <p>
        {t.intervalsHow()} {t.drawn({ count, shown: drawn.length, listed: pairs.length })}
      </p>
    </RowsFigure>
  );
}

function nameOf({ round, high, low }: ListedPair): string {
  return t.pairOf({ round, pair: pairName(high, low) });
}

function valuesOf({ known, isUnfair, distance }: ListedPair): RowValue[] {
  const { from, to } = known;
  const look = isUnfair === null ? series.first : isUnfair ? series.reported : series.accepted;
  const said: RowValue = {
    // The end that is known; in the middle of two.
    value: to === 1 ? from : from === 0 ? to : (from + to) / 2,
    interval: { low: from, high: to },
    look,
    figure: knownInWords(known),
    name: answerInWords({ isUnfair }),
  };
  if (distance === null) return [said];
  const place = Math.min(1, distance);
  return [
    said,
    {
      value: place,
      interval: { low: place, high: place },
      look: series.second,
      isRing: true,
      figure: formatPoints(distance),
      name: t.estimate(),
    },
  ];
}
