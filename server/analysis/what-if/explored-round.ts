import type { OutcomeValue } from "#server/learner/interface/learner.ts";

/** A set of places on a panel: Σ 2^place. A panel has at most 50 seats, so it is a whole number below 2^53. */
export type PlaceSet = number;

/** How many points apart the two chances could lie and still be acceptable, as the seat at this place said. */
export type StatedTolerance = readonly [place: number, points: number];

/** A pair that at least one seat answered, by positions, the places that flagged it, and what seats said beside the word. */
export type ExploredPair =
  | readonly [high: number, low: number, flags: PlaceSet]
  | readonly [high: number, low: number, flags: PlaceSet, stated: readonly StatedTolerance[]];

/** A closed round as the explorer takes it: public since its close. */
export type ExploredRound = {
  readonly number: number;
  /** The seats by place. */
  readonly seats: readonly string[];
  /** What was needed when it was played. */
  readonly neededFlags: number;
  /** Pairs that could be judged. */
  readonly pairCount: number;
  /** The logged decimals, by position. */
  readonly chances: readonly string[];
  /** Whom the draw picked, by position; null in an audit, which picks nobody. */
  readonly selected: readonly (0 | 1)[] | null;
  /** What counts by now, by position; null where nothing is known. */
  readonly outcomes: readonly (OutcomeValue | null)[];
  /** By high, then low. */
  readonly pairs: readonly ExploredPair[];
};

/** The places of a set, ascending. Cost: O(largest place). */
export function placesIn(set: PlaceSet): number[] {
  const places: number[] = [];
  for (let rest = set, place = 0; rest > 0; rest = Math.floor(rest / 2), place += 1) {
    if (rest % 2 === 1) places.push(place);
  }
  return places;
}

/** How many places are in a set. */
export function sizeOf(set: PlaceSet): number {
  let size = 0;
  // 32-bit operations on both halves: this runs once for each flagged pair of a study
  for (let half of [set % 2 ** 26, Math.floor(set / 2 ** 26)]) {
    for (; half > 0; half &= half - 1) size += 1;
  }
  return size;
}
