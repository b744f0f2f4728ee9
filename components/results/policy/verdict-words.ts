import { pairName } from "#components/rounds/people/pair-words.ts";
import * as t from "#messages/policy.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import type { RememberedVerdict, RememberedVerdicts } from "#server/results/policy/read-verdicts.ts";

/** Names a verdict: "Person 8 over Person 3, round 4". */
export function verdictName({ high, low, round }: Pick<RememberedVerdict, "high" | "low" | "round">): string {
  return t.pairOfRound({ pair: pairName(high, low), round });
}

/**
 * Numerical tolerance: differences are logged decimals and sums of weights, so a bound counts as met within this
 * much.
 */
const tolerance = 1e-9;

/** Describes the present effect of a verdict: "Kept closer than 22 points; no longer binding". */
export function effectWords({
  bound,
  gapNow,
  isBinding,
}: Pick<RememberedVerdict, "bound" | "gapNow" | "isBinding">): string {
  const shown = { bound: formatPoints(bound) };
  if (!isBinding) return t.effectIdle(shown);
  return gapNow > bound + tolerance ? t.effectPending(shown) : t.effectBinding(shown);
}

/** Says after how many openings a verdict expires, counted with that of the policy shown. */
export function expiryWords({ openingsLeft }: Pick<RememberedVerdict, "openingsLeft">): string {
  return openingsLeft === null ? "" : t.openingsLeft({ count: openingsLeft });
}

/** Describes what the panel changed, in a few sentences. Differences are means over the pairs. */
export function changedWords({ verdicts, openRound }: RememberedVerdicts): string {
  const count = verdicts.length;
  const rounds = new Set(verdicts.map(({ round }) => round)).size;
  const mean = (name: "gapThen" | "gapNow") =>
    formatPoints(verdicts.reduce((total, verdict) => total + verdict[name], 0) / count);
  const round = openRound === null ? "next" : formatNumber(openRound);
  return [
    t.rememberedCount({ count, rounds }),
    t.rememberedGaps({ count, round, before: mean("gapThen"), now: mean("gapNow") }),
    bindingWords(verdicts),
  ].join(" ");
}

function bindingWords(verdicts: RememberedVerdicts["verdicts"]): string {
  const count = verdicts.filter(({ isBinding }) => isBinding).length;
  if (count === 0) return t.noneBinding();
  return count === verdicts.length ? t.allBinding({ count }) : t.someBinding({ count });
}
