import type { Features } from "#server/learner/config/spec.ts";
import { parseCanonical } from "./canonical.ts";
import type { DocketPair } from "./docket-ways.ts";
import { docketSchema, type StudySettings } from "./entries.ts";
import { type FieldType, gowerDistance } from "./gower.ts";
import { taggedHashes } from "./hash.ts";
import { shownCells, shownPlaces } from "./shown.ts";

type Pair = readonly [high: number, low: number];

/** Added to a distance, so that chances still determine the order of pairs that are equal in all fields. */
const nearest = 0.05;

export type DocketRound = {
  /** Every pair that can be judged. */
  readonly pairs: readonly Pair[];
  /** The logged decimals: [k]. */
  readonly chances: readonly string[];
  /** The shown cells of every person, in the order of the fields: [k][n]. */
  readonly cells: readonly Features[];
  readonly types: readonly FieldType[];
  readonly noiseSeed: string;
  /** The number of pairs the docket should have. */
  readonly size: number;
};

/**
 * Returns the pairs that all auditors of a panel look at first: similar people with very different chances. A fifth of
 * the pairs are drawn at random from the others, to estimate what the ranking misses.
 *
 *   priority = (chance(high) - chance(low)) / (0.05 + d(high, low)),  d of {@link gowerDistance}
 *
 * floor(4 size / 5) pairs by priority, then by high, then by low; then of the remaining pairs the ones with the
 * smallest H("docket", noiseSeed, high, low), until there are `size` or none is left.
 *
 * @returns the ranked pairs first, each kind in its order
 * @throws LearnerError "not-a-decimal"; "not-finite"
 * Cost: O(k n + |pairs| (n + log |pairs|)) and a hash for each pair that is not ranked.
 */
export function docketOf(round: DocketRound): DocketPair[] {
  const { pairs, chances, size } = round;
  const between = gowerDistance(round.cells, round.types);
  const values = chances.map(Number);
  const placed = pairs.map(([high, low]) => {
    const gap = (values[high] as number) - (values[low] as number);
    return { high, low, priority: gap / (nearest + between(high, low)) };
  });
  placed.sort((a, b) => b.priority - a.priority || a.high - b.high || a.low - b.low);
  const count = rankedCount(size);
  const ranked = placed.slice(0, count).map(({ high, low }): DocketPair => [high, low, "ranked"]);
  const left = placed.slice(count).map(({ high, low }): Pair => [high, low]);
  return [...ranked, ...drawnPairs(left, round.noiseSeed, size - ranked.length)];
}

/**
 * Returns the docket of a round under its study's settings; null if auditors look at every pair.
 *
 * @param people features of every person, by position
 * @throws LearnerError "not-a-decimal"; "not-finite"
 */
export function docketOfRound(
  settings: StudySettings,
  {
    people,
    ...round
  }: Pick<DocketRound, "pairs" | "chances" | "noiseSeed"> & { people: readonly Features[] },
): DocketPair[] | null {
  const { docket } = settings.presentation;
  if (docket === "everything") return null;
  const cells = people.map((features) => shownCells(settings, features));
  return docketOf({ ...round, cells, types: shownTypes(settings), size: docket.size });
}

/** Reads the docket of a round from the canonical text in the round's row; null if there is none. */
export function readDocket(text: string | null): DocketPair[] | null {
  return text === null ? null : docketSchema.parse(parseCanonical(text));
}

/** Returns how many pairs of a docket are chosen by rank, if enough exist: four fifths, rounded down. */
export function rankedCount(size: number): number {
  return Math.floor((4 * size) / 5);
}

/**
 * Returns the randomly drawn part of a docket: the first `count` pairs by H("docket", noiseSeed, high, low).
 *
 * @param left pairs that can be judged and are not ranked, in any order
 * @param count 0 or more
 * @throws LogError "lone-surrogate"
 */
export function drawnPairs(left: readonly Pair[], noiseSeed: string, count: number): DocketPair[] {
  const lotOf = taggedHashes("docket", noiseSeed);
  const drawn = left.map((pair) => ({ pair, lot: lotOf(...pair) }));
  // Stryker disable next-line EqualityOperator: two pairs never have the same hash
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, count).map(({ pair: [high, low] }) => [high, low, "random"]);
}

/** Returns the types of a study's shown fields, in the order of the cards. */
export function shownTypes(settings: Pick<StudySettings, "learner" | "presentation">): FieldType[] {
  return shownPlaces(settings).map((place) => settings.learner.columns[place]?.type ?? "text");
}
