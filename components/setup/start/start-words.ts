import * as t from "#messages/setupStart.ts";
import { formatNumber, formatPercent, formatPoints } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { CureName } from "#server/study/start/cures.ts";
import { nearEnd, type StartWarning } from "#server/study/start/warnings.ts";

export type StartSummary = NonNullable<Outputs["drafts"]["start"]>;

/** Describes the starting chances of the people. */
export function startSentence({
  lookedAt,
  count,
  smallest,
  largest,
  median,
  drawnCount,
}: StartSummary): string {
  const isEstimated = drawnCount !== null;
  const [low, high] = [inHundred(smallest), inHundred(largest)];
  const start =
    low === high
      ? t.startAlike({ isEstimated, chance: low })
      : t.startBetween({ isEstimated, low, high, median: inHundred(median) });
  return lookedAt === count ? start : `${start} ${t.startSampled({ shown: lookedAt, count })}`;
}

/** Describes how close the start is to the score in use. */
export function scoreSentence({ score }: StartSummary): string | null {
  if (score === null) return null;
  return t.scoreDistance({ mean: formatPoints(score.mean), largest: formatPoints(score.largest) });
}

/** Describes which pairs are judged, and the effect of a limit on them. */
export function pairsSentence({ pairs, roundSize, roundCount }: StartSummary, points: string): string {
  const all = (roundSize * (roundSize - 1)) / 2;
  const [first, second] = pairs;
  const isEstimated = pairs.some(({ isExact }) => !isExact) && first?.limit !== null && roundCount > 1;
  return [
    t.pairsJudged({ points, size: roundSize, all }),
    ...(first?.limit == null || second?.limit == null
      ? []
      : [t.pairsLimited({ first: formatPoints(first.limit), second: formatPoints(second.limit) })]),
    ...(isEstimated ? [t.estimatedFrom({ count: roundCount })] : []),
  ].join(" ");
}

/** Describes the effect of one draw, and how it was computed. */
export function drawSentence(start: StartSummary, isEven: boolean): string {
  const { picked, isPickedExact, roundCount, roundSize } = start;
  const source = isPickedExact
    ? t.drawExact()
    : roundCount > 1
      ? t.drawEstimatedFrom({ count: roundCount })
      : t.drawEstimated();
  if (isEven) return `${t.evenDraw()} ${source}`;
  const [none, all] = [roundsIn(picked[0] ?? 0), roundsIn(picked.at(-1) ?? 0)];
  return `${t.oneRuleDraw({ size: roundSize, none, all })} ${source}`;
}

/** Describes a warning, the first words in bold. */
export function warningWords(warning: StartWarning): { title: string; why: string } {
  if (warning.kind === "alike") {
    const [low, high] = [inHundred(warning.lowest), inHundred(warning.highest)];
    return { title: t.alikeTitle({ isOne: low === high, low, high }), why: t.alikeWhy() };
  }
  if (warning.kind === "all-or-none") {
    const [none, all] = [roundsIn(warning.none), roundsIn(warning.all)];
    return { title: t.allOrNoneTitle({ none, all }), why: t.allOrNoneWhy() };
  }
  const { kind: end, count, of } = warning;
  const share = formatPercent(count / of, 0);
  const limit = inHundred(end === "low" ? nearEnd : 1 - nearEnd);
  return { title: t.nearEndTitle({ count, of, share, end, limit }), why: t.nearEndWhy({ end }) };
}

/** Returns the name of a remedy, as on its button and in the table. */
export function cureWords(name: CureName, share: string | null): string {
  return t.cure({ name, share: share ?? "" });
}

export type PickedColumn = { readonly from: number; readonly to: number; readonly share: number };

/** Groups the numbers of picks: single numbers, or even groups if there are many. None and all stay separate. */
export function pickedColumns(picked: readonly number[]): PickedColumn[] {
  const last = picked.length - 1;
  const width = Math.max(1, Math.ceil((last - 1) / 10));
  const columns: PickedColumn[] = [{ from: 0, to: 0, share: picked[0] ?? 0 }];
  for (let from = 1; from < last; from += width) {
    const to = Math.min(from + width - 1, last - 1);
    const share = picked.slice(from, to + 1).reduce((sum, each) => sum + each, 0);
    columns.push({ from, to, share });
  }
  if (last > 0) columns.push({ from: last, to: last, share: picked[last] ?? 0 });
  return columns;
}

export function pickedLabel({ from, to }: PickedColumn, all: number): string {
  if (from === 0) return t.noOne();
  if (from === all) return t.allOf({ count: all });
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** Formats a chance as a whole number of 100. */
export function inHundred(chance: number): string {
  return String(Math.round(100 * chance));
}

/** Formats a share of rounds in 100: "0" for none, "under 1" for very few. */
export function roundsIn(share: number): string {
  if (share > 1e-9 && share < 0.005) return t.under1();
  return String(Math.round(100 * share));
}
