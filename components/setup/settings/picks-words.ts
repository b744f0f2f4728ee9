import * as t from "#messages/setupPicks.ts";
import { formatDecimal } from "#server/format.ts";
import type { Picks } from "#server/learner/config/spec.ts";
import { messageKey } from "#server/locale.ts";

/**
 * Describes a number of picks: "exactly 3 of 8".
 *
 * @param picks undefined: the policy is free
 */
export function picksWords(picks: Picks | undefined, roundSize: number): string {
  return t.words({
    rule: picks === undefined ? "free" : messageKey(picks.rule),
    count: picks === undefined ? "" : formatDecimal(Number(picks.count), 3),
    people: roundSize,
  });
}
