import { picksWords } from "#components/setup/settings/picks-words.ts";
import * as t from "#messages/picks.ts";
import { formatDecimal, formatNumber } from "#server/format.ts";
import type { Picks } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { messageKey } from "#server/locale.ts";

/** A study's number of picks. */
export type PickSettings = {
  readonly picks: Picks;
  readonly roundSize: number;
  /** Whether the draw is even; otherwise one rule decides for all people. */
  readonly isEven: boolean;
};

type Learner = { readonly picks?: Picks; readonly roundSize: number; readonly draw?: "even" };

/** Returns the number of picks of a published study; null where it sets none, and in an audit. */
export function pickSettings({ picks, roundSize, draw }: Learner): PickSettings | null {
  return picks === undefined ? null : { picks, roundSize, isEven: draw === "even" };
}

/** A sum of doubles that is this close to a whole number is one. */
const rounding = 1e-9;

/**
 * Describes how many people of the next round will be picked.
 *
 * @param people how many people it will have
 */
export function drawPicks({ picks, roundSize, isEven }: PickSettings, people: number): string {
  const number = (parseNumber(picks.count) * people) / roundSize;
  const least = Math.floor(number + rounding);
  const most = Math.ceil(number - rounding);
  const either = least === most ? formatNumber(least) : t.either({ least, most });
  // FTPL draws one rule for all people, so it meets a number on average only
  if (!isEven || picks.rule === "average") {
    return t.drawPicks({ rule: "average", count: formatDecimal(number, 2) });
  }
  const count = { exactly: either, "at-least": formatNumber(least), "at-most": formatNumber(most) };
  return t.drawPicks({ rule: messageKey(picks.rule), count: count[picks.rule] });
}

/** Describes the study's number of picks next to the people of a round. */
export function studyPicks({ picks, roundSize }: PickSettings, people: number): string {
  return t.studyPicks({ words: picksWords(picks, roundSize), isSmaller: people < roundSize });
}
