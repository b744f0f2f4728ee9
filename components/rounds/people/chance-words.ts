import * as t from "#messages/common.ts";
import { formatExact } from "#server/format.ts";
import { alignDecimals, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { gapExceeds } from "#server/learner/panel/eligibility.ts";

/** A chance as a count in 100: `figure` for display ("62", "<1", ">99"), `words` for a sentence ("fewer than 1"). */
export type ChanceFigure = { readonly figure: string; readonly words: string };

/** Two chances and their difference, as shown. */
export type PairFigures = {
  readonly high: ChanceFigure;
  readonly low: ChanceFigure;
  /**
   * The shown high minus the shown low, so that a reader's subtraction gives the same number; ">10" just above a
   * limit of 10.
   */
  readonly gap: ChanceFigure;
  /** Decimals shown: 0, or as many as it takes to distinguish the difference from the limit. */
  readonly decimals: number;
};

/** Formats a chance in 100. 0 and 100 only appear if they are exact. */
export function chanceFigure(chance: string, decimals = 0): ChanceFigure {
  const [one = 1n, value = 0n] = alignDecimals(["1", chance]);
  return figureOf(roundTo(value, one, decimals), { isNone: value === 0n, isAll: value === one }, decimals);
}

/** More decimals would be noise on a card. A difference closer to the limit is described in words. */
const MOST_DECIMALS = 3;

/**
 * Formats the chances of a pair with as few decimals as possible, such that the shown difference is on the same side
 * of the limit as the exact one: rounding never contradicts which pairs are judged.
 *
 * @param chances exact decimals in [0, 1], high >= low
 * @param alpha the largest difference that is not judged, an exact decimal in [0, 1)
 */
export function pairFigures(high: string, low: string, alpha: string): PairFigures {
  const [one = 1n, a = 0n, h = 0n, l = 0n] = alignDecimals(["1", alpha, high, low]);
  const isJudged = gapExceeds(high, low, alpha);
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const units = shownGap(h, l, one, decimals);
    if (units * one > a * unitsIn(decimals) !== isJudged) continue;
    const gap = figureOf(units, { isNone: h === l, isAll: h - l === one }, decimals);
    return { high: chanceFigure(high, decimals), low: chanceFigure(low, decimals), gap, decimals };
  }
  return nearLimit(high, low, alpha, isJudged);
}

function nearLimit(high: string, low: string, alpha: string, isJudged: boolean): PairFigures {
  const limit = limitInWords(alpha);
  const decimals = Math.min(MOST_DECIMALS, limitIn100(alpha).split(".")[1]?.length ?? 0);
  const gap = isJudged
    ? { figure: `>${limit}`, words: t.justMoreThan({ count: limit }) }
    : { figure: limit, words: t.noMoreThan({ count: limit }) };
  return { high: chanceFigure(high, decimals), low: chanceFigure(low, decimals), gap, decimals };
}

/** Formats the largest difference that is not judged, in 100: "10", "12.5"; exact. */
export function limitInWords(alpha: string): string {
  return formatExact(limitIn100(alpha));
}

function limitIn100(alpha: string): string {
  const { digits, scale } = readDecimal(alpha);
  return printDecimal({ digits: digits * 100n, scale });
}

/** Returns how many of the shown units make a whole: 100 at no decimals, 1000 at one. */
function unitsIn(decimals: number): bigint {
  return 100n * 10n ** BigInt(decimals);
}

/** Rounds halves up, for every chance alike, so that equal steps stay equal. */
function roundTo(value: bigint, one: bigint, decimals: number): bigint {
  return (2n * value * unitsIn(decimals) + one) / (2n * one);
}

function shownGap(high: bigint, low: bigint, one: bigint, decimals: number): bigint {
  return roundTo(high, one, decimals) - roundTo(low, one, decimals);
}

function figureOf(units: bigint, exact: { isNone: boolean; isAll: boolean }, decimals: number): ChanceFigure {
  if (units === 0n && !exact.isNone) return atEnd("<", t.fewerThan, print(1n, decimals));
  const all = unitsIn(decimals);
  if (units === all && !exact.isAll) return atEnd(">", t.moreThan, print(all - 1n, decimals));
  const figure = print(units, decimals);
  return { figure, words: figure };
}

function atEnd(sign: string, words: typeof t.moreThan, figure: string): ChanceFigure {
  return { figure: `${sign}${figure}`, words: words({ count: figure }) };
}

function print(units: bigint, decimals: number): string {
  const text = units.toString().padStart(decimals + 1, "0");
  return formatExact(decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`);
}
