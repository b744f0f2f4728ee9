import { deciderOf, type RoundDecision } from "#server/audit-log/decision-rule.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";

/** A set of places on a panel: Σ 2^place. A panel has at most 50 seats, so it is a whole number below 2^53. */
export type PlaceSet = number;

/** The difference in points that the seat at this place stated as still acceptable. */
export type StatedTolerance = readonly [place: number, points: number];

/**
 * A pair that at least one seat answered: positions, the places that flagged it, and the tolerances that seats stated.
 */
export type WhatIfPair =
  | readonly [high: number, low: number, flags: PlaceSet]
  | readonly [high: number, low: number, flags: PlaceSet, stated: readonly StatedTolerance[]];

/** A closed round as the what-if analysis uses it: public since its close. */
export type WhatIfRound = RoundDecision & {
  readonly number: number;
  /** The seats by place. */
  readonly seats: readonly string[];
  /** Number of pairs that could be judged. */
  readonly pairCount: number;
  /** The logged decimals, by position. */
  readonly chances: readonly string[];
  /** The people whom the draw picked, by position; null in an audit, which picks no people. */
  readonly selected: readonly (0 | 1)[] | null;
  /** The outcomes that currently count, by position; null where unknown. */
  readonly outcomes: readonly (OutcomeValue | null)[];
  /** By high, then low. */
  readonly pairs: readonly WhatIfPair[];
};

/** Returns the places of a set, ascending. Cost: O(largest place). */
export function placesIn(set: PlaceSet): number[] {
  const places: number[] = [];
  for (let rest = set, place = 0; rest > 0; rest = Math.floor(rest / 2), place += 1) {
    if (rest % 2 === 1) places.push(place);
  }
  return places;
}

/** Returns how many places are in a set. */
export function sizeOf(set: PlaceSet): number {
  let size = 0;
  // 32-bit operations on both halves, because this runs once for each flagged pair of a study
  for (let half of [set % 2 ** 26, Math.floor(set / 2 ** 26)]) {
    for (; half > 0; half &= half - 1) size += 1;
  }
  return size;
}

/** Returns the function that tells whether the panel of a round, as it was played, reported the pair that they flag. */
export function reportsOf(round: RoundDecision & Pick<WhatIfRound, "seats">): (flags: PlaceSet) => boolean {
  if (round.rule === null) return (flags) => sizeOf(flags) >= round.neededFlags;
  const decides = deciderOf(round, round.seats.length);
  return (flags) => decides(new Set(placesIn(flags)));
}
