import * as t from "#messages/setupStrictness.ts";
import { formatMean } from "#server/format.ts";
import type { RehearsalResult } from "#server/simulation/rehearsal/result.ts";
import { settingName } from "./rehearsal-words.ts";

/**
 * Compares the draft's own settings, at their end, with a lot, picking no one and picking everyone. A setting is clearly
 * better if even its worst run errs less than the best of these.
 */
export function yardstickSentence({ settings }: RehearsalResult): string {
  const [first] = settings;
  const [wrong, atRandom] = [first?.wrong.at(-1), first?.yardsticks.atRandom.at(-1)];
  if (first === undefined || wrong === undefined || atRandom === undefined) return "";
  const { nobody: none, everybody: all } = first.yardsticks;
  const lot = atRandom.mean;
  const inHundred = (share: number) => formatMean(100 * share);
  const compared = t.yardsticks({ atRandom: inHundred(lot), none: inHundred(none), all: inHundred(all) });
  const least = Math.min(lot, none, all);
  const yardstick = lot === least ? "atRandom" : none === least ? "none" : "all";
  return wrong.high < least ? compared : `${compared} ${t.notBetter({ name: settingName(0), yardstick })}`;
}
