import { unbeatenYardstick } from "#components/ui/yardstick-rows.ts";
import * as t from "#messages/setupStrictness.ts";
import { formatMean } from "#server/format.ts";
import type { RehearsalResult } from "#server/simulation/rehearsal/result.ts";
import { settingName } from "./rehearsal-words.ts";

/**
 * Compares the draft's own settings, at their end, with the rules that anyone could follow. A setting is clearly better
 * if even its worst run errs less than the best yardstick.
 */
export function yardstickSentence({ settings }: RehearsalResult): string {
  const [first] = settings;
  const [wrong, atRandom] = [first?.wrong.at(-1), first?.yardsticks.atRandom.at(-1)];
  if (first === undefined || wrong === undefined || atRandom === undefined) return "";
  const errors = { ...first.yardsticks, atRandom: atRandom.mean };
  const inHundred = (share: number) => formatMean(100 * share);
  const compared = t.yardsticks({
    atRandom: inHundred(errors.atRandom),
    acceptNone: inHundred(errors.acceptNone),
    acceptAll: inHundred(errors.acceptAll),
    hasRule: errors.inForce !== null,
    inForce: inHundred(errors.inForce ?? 0),
  });
  const unbeaten = unbeatenYardstick(errors, first.hasNumber, (_, error) => wrong.high < error);
  if (unbeaten === null) return compared;
  const { yardstick, error } = unbeaten;
  return `${compared} ${t.notBetter({ name: settingName(0), yardstick, error: inHundred(error) })}`;
}
