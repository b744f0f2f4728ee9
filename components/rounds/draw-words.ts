import { personName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/rounds.ts";
import { formatFixed, formatList } from "#server/format.ts";
import { alignDecimals } from "#server/learner/numeric/decimal.ts";

/**
 * Describes how many people will be picked, before the draw: "3 or 4 of these 6 will be picked: the chances add up to
 * 3.2".
 *
 * @param chances the logged decimals, added up exactly
 * @param isEven whether the draw is even; otherwise one rule decides for all people
 */
export function comingPicks(chances: readonly string[], isEven: boolean): string {
  const { least, most, words: sum } = sumOf(chances);
  const count = chances.length;
  if (!isEven) return t.oneRule({ count, sum });
  return t.comingPicks({ isExact: least === most, least, most, count, sum });
}

/** Describes the result of an even draw: "3 of 6 were picked; the chances added up to 3.2". */
export function evenPicks(chances: readonly string[], picked: number): string {
  return t.evenPicks({ picked, count: chances.length, sum: sumOf(chances).words });
}

/**
 * Describes the draw of a cancelled round, which had no effect: "Its draw would have picked Person 1 and Person 3".
 *
 * @param picked positions from 0
 */
export function unmadeDraw(picked: readonly number[]): string {
  return t.unmadeDraw({ count: picked.length, people: formatList(picked.map(personName)) });
}

/** Adds up chances and formats the sum: "3.2", or "just over 3" if the rest would not show. */
function sumOf(chances: readonly string[]): { least: number; most: number; words: string } {
  const [one = 1n, ...exact] = alignDecimals(["1", ...chances]);
  const sum = exact.reduce((total, chance) => total + chance, 0n);
  const least = Number(sum / one);
  if (sum % one === 0n) return { least, most: least, words: String(least) };
  const tenths = Number((20n * sum + one) / (2n * one));
  const [whole, isWhole] = [tenths / 10, tenths % 10 === 0];
  const near = whole > least ? t.justUnder : t.justOver;
  const words = isWhole ? near({ count: whole }) : formatFixed(whole, 1);
  return { least, most: least + 1, words };
}
