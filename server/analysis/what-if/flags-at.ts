import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import { type ExploredPair, type PlaceSet, placesIn } from "./explored-round.ts";

/** Who flags a pair at some chances. */
export type FlagsAt = {
  readonly flags: PlaceSet;
  /** Answers that are another word than at the published chances, by what their seats had stated. */
  readonly turnedCount: number;
};

/**
 * Who flags a pair that could be judged, at other chances than the published ones, as far as the stored verdicts tell. A seat
 * that stated a tolerance flags the pair exactly where the chances lie further apart than that; every other answer stays the
 * word that was given, and a pair that nobody judged has no flags.
 *
 * @param chances decimals by position: [k]
 * Cost: one exact comparison for each stated tolerance.
 */
export function flagsAt([high, low, flags, stated = []]: ExploredPair, chances: readonly string[]): FlagsAt {
  const gap = [chances[high] ?? "0", chances[low] ?? "0"] as const;
  const said = new Set(placesIn(flags));
  const turned = stated.filter(
    ([place, points]) => (wordOfTolerance(gap, points) === "unfair") !== said.has(place),
  );
  const changed = turned.reduce((set, [place]) => set + (said.has(place) ? -1 : 1) * 2 ** place, flags);
  return { flags: changed, turnedCount: turned.length };
}
