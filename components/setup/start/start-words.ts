import { formatNumber, formatPoints, plural } from "#server/format.ts";
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
  const about = drawnCount === null ? "" : "about ";
  const who =
    lookedAt === count
      ? `the ${formatNumber(count)} people`
      : `${formatNumber(lookedAt)} of the ${formatNumber(count)} people, taken evenly from the file,`;
  if (inHundred(smallest) === inHundred(largest)) {
    return `Everybody starts at ${about}${inHundred(smallest)} in 100, all of ${who.replace(/,$/, "")}.`;
  }
  return `Everybody starts between ${about}${inHundred(smallest)} and ${inHundred(largest)} in 100. Half of ${who} start below ${inHundred(median)}.`;
}

/** Describes the basis of the chances if it is not the rules' weights. */
export function drawnSentence({ drawnCount }: StartSummary): string | null {
  if (drawnCount === null) return null;
  return `Estimated by one opening of FTPL, which draws ${formatNumber(drawnCount)} rules; each round draws afresh.`;
}

/** Describes how close the start is to the score in use. */
export function scoreSentence({ score }: StartSummary): string | null {
  if (score === null) return null;
  return `That is ${formatPoints(score.mean)} points from the score on average, and ${formatPoints(score.largest)} points at most.`;
}

/** Describes which pairs are judged, and the effect of a limit on them. */
export function pairsSentence({ pairs, roundSize, roundCount }: StartSummary, alphaPoints: string): string {
  const all = (roundSize * (roundSize - 1)) / 2;
  const judged = `A pair is judged from more than ${alphaPoints} points; a round of ${formatNumber(roundSize)} has ${formatNumber(all)} ${plural(all, "pair")}.`;
  const [first, second] = pairs;
  const estimated = pairs.some(({ isExact }) => !isExact);
  const source =
    estimated && first?.limit !== null && roundCount > 1
      ? ` Estimated from ${formatNumber(roundCount)} made-up rounds.`
      : "";
  if (first?.limit == null || second?.limit == null) return judged + source;
  return `${judged} Round 1 keeps everybody within ${formatPoints(first.limit)} points. Round 2 may have ${formatPoints(second.limit)} if nothing was reported; after a report it has no pair.${source}`;
}

/** Describes the effect of one draw, and how it was computed. */
export function drawSentence(start: StartSummary, isEven: boolean): string {
  const { picked, isPickedExact, roundCount, roundSize } = start;
  const source = isPickedExact
    ? "Exact for random rounds of these people, as long as nothing is learned."
    : roundCount > 1
      ? `Estimated from ${formatNumber(roundCount)} made-up rounds, as long as nothing is learned.`
      : "Estimated.";
  if (isEven) {
    return `An even draw picks as many as the chances of a round add up to, rounded up or down. ${source}`;
  }
  const [noneShare, allShare] = [roundsIn(picked[0] ?? 0), roundsIn(picked.at(-1) ?? 0)];
  return `One rule decides for all ${formatNumber(roundSize)}: ${noneShare} rounds in 100 pick nobody, and ${allShare} pick everybody. ${source}`;
}

/** Describes a warning, the first words in bold. */
export function warningWords(warning: StartWarning): { title: string; why: string } {
  if (warning.kind === "alike") {
    const [low, high] = [inHundred(warning.lowest), inHundred(warning.highest)];
    const where = low === high ? `at ${low}` : `between ${low} and ${high}`;
    return {
      title: `Everybody starts ${where} in 100: there will be nothing to judge.`,
      why: "No two chances lie further apart than what is judged. It stays so until outcomes pull them apart.",
    };
  }
  if (warning.kind === "all-or-none") {
    const { nobody, everybody } = warning;
    return {
      title: `${roundsIn(nobody)} rounds in 100 would pick nobody, and ${roundsIn(everybody)} everybody.`,
      why: "As long as nothing is learned. Outcomes are known of picked people only.",
    };
  }
  const { kind, count, of } = warning;
  const share = Math.round((100 * count) / of);
  const [where, then] =
    kind === "low"
      ? [`below ${inHundred(nearEnd)}`, "Few are picked, so little is learned."]
      : [`above ${inHundred(1 - nearEnd)}`, "Nearly everybody is picked, whatever the panel finds."];
  return {
    title: `${formatNumber(count)} of ${formatNumber(of)} people (${share} %) start ${where} in 100.`,
    why: then,
  };
}

/** Returns the name of a remedy, as on its button and after "If you". */
export function cureWords(name: CureName, share: string | null): string {
  const words: Record<CureName, string> = {
    directions: "use cuts in one direction",
    even: "draw evenly",
    constants: "put half of the weight on nobody and everybody",
    uniform: "give every rule the same weight",
    share: `want ${share} picks in 100`,
  };
  return words[name];
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
  if (from === 0) return "nobody";
  if (from === all) return `all ${formatNumber(all)}`;
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

type Records = NonNullable<Outputs["drafts"]["records"]["check"]>;

/** Summarises a file of past records. */
export function recordsSentence({ yesCount, noCount, unknownCount, leftOut }: Records): string {
  const parts = [
    `How it went is known of ${formatNumber(yesCount + noCount)}: ${formatNumber(yesCount)} yes, ${formatNumber(noCount)} no.`,
    unknownCount > 0 && `Nothing is known of ${formatNumber(unknownCount)}.`,
    leftOut > 0 && `Left out for an error or an undecided word: ${formatNumber(leftOut)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** Formats a chance as a whole number of 100. */
export function inHundred(chance: number): string {
  return String(Math.round(100 * chance));
}

/** Formats a share of rounds in 100: "0" for none, "under 1" for very few. */
export function roundsIn(share: number): string {
  if (share > 1e-9 && share < 0.005) return "under 1";
  return String(Math.round(100 * share));
}
