import type { ExploredPair, PlaceSet } from "./explored-round.ts";

/**
 * Who flags a pair that could be judged, as far as the stored verdicts tell. They say it of the chances that were shown, and
 * stay as they are whatever the chances would have been: a pair that nobody judged has no flags. Everything that the explorer
 * counts anew asks this function, so that verdicts which say more than a word are read in one place.
 */
export function flagsAt([, , flags]: ExploredPair): PlaceSet {
  return flags;
}
