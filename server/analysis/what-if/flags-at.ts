import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import { placesIn, type WhatIfPair } from "./explored-round.ts";

/**
 * Returns which seats flag a judgeable pair at chances other than the published ones, as far as the stored verdicts
 * tell. A seat that stated a tolerance flags the pair exactly where the chances differ by more. Every other answer
 * stays as given, and a pair that was not judged has no flags.
 *
 * @param chances decimals by position: [k]
 * Cost: one exact comparison for each stated tolerance.
 */
export function flagsAt([high, low, flags, stated = []]: WhatIfPair, chances: readonly string[]) {
  const gap = [chances[high] ?? "0", chances[low] ?? "0"] as const;
  const said = new Set(placesIn(flags));
  const turned = stated.filter(
    ([place, points]) => (wordOfTolerance(gap, points) === "unfair") !== said.has(place),
  );
  const changed = turned.reduce((set, [place]) => set + (said.has(place) ? -1 : 1) * 2 ** place, flags);
  return {
    flags: changed,
    /** Answers that change to another word, compared with the published chances, because of stated tolerances. */
    turnedCount: turned.length,
  };
}
