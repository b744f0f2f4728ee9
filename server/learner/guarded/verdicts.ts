import { VERDICT_LIMIT } from "./settings.ts";
import type { Signs } from "./signs.ts";

/** A pair that the panel rejected, kept as an inequality for all later policies: its gap stays at most the bound. */
export type Verdict = {
  /** Names of the two people: the same pair again is the same verdict. */
  readonly high: string;
  readonly low: string;
  /** The round that it was flagged in last. */
  readonly round: number;
  readonly signs: Signs;
  /** b: the gap when it was flagged, minus ε; the smallest such bound if it was flagged again. */
  readonly bound: number;
  /** How often it was flagged. */
  readonly count: number;
  /** The dual variable, >= 0. */
  readonly charge: number;
  /** The number of the last opening that enforces it; null: all do. */
  readonly until: number | null;
};

/** A violating pair of a round that was just closed. */
export type NewVerdict = Pick<Verdict, "high" | "low" | "signs" | "bound">;

/**
 * Adds the violating pairs of a round. A pair that is already stored keeps the smaller bound, counts once more and
 * becomes the newest. Beyond the limit verdicts are removed: the smallest charge first, the oldest of equal ones, none
 * of this round.
 *
 * @param verdicts oldest round first, within a round by high, then low
 * @param pairs of the round, in the order (high, low) of positions
 * @param round its number, and the last opening that enforces its pairs
 * @returns the verdicts that are left, in the same order
 */
export function remember(
  verdicts: readonly Verdict[],
  pairs: readonly NewVerdict[],
  { round, until }: Pick<Verdict, "round" | "until">,
): Verdict[] {
  const kept = largestBounds(mergeRepeats(pairs));
  const before = new Map(verdicts.map((verdict) => [nameOf(verdict), verdict]));
  const newest = kept.map((pair): Verdict => {
    const known = before.get(nameOf(pair));
    return known === undefined
      ? { ...pair, round, until, count: 1, charge: 0 }
      : { ...known, round, until, count: known.count + 1, bound: Math.min(known.bound, pair.bound) };
  });
  const names = new Set(newest.map(nameOf));
  const older = verdicts.filter((verdict) => !names.has(nameOf(verdict)));
  const retired = smallestCharges(older, older.length + newest.length - VERDICT_LIMIT);
  return [...older.filter((verdict) => !retired.has(verdict)), ...newest];
}

/** Returns the verdicts without those on annulled pairs. */
export function withoutAnnulled(
  verdicts: readonly Verdict[],
  annulled: readonly Pick<Verdict, "high" | "low">[],
): readonly Verdict[] {
  const names = new Set(annulled.map(nameOf));
  return verdicts.filter((verdict) => !names.has(nameOf(verdict)));
}

/** Returns the verdicts that the t-th opening enforces. */
export function withoutExpired(verdicts: readonly Verdict[], t: number): readonly Verdict[] {
  return verdicts.filter(({ until }) => until === null || until >= t);
}

/** Returns a name of a pair: the same two people in the other order have another. */
export function nameOf({ high, low }: Pick<Verdict, "high" | "low">): string {
  return JSON.stringify([high, low]);
}

/** Merges pairs of names that occur twice in the round: each counts once, with its smallest bound. */
function mergeRepeats(pairs: readonly NewVerdict[]): NewVerdict[] {
  const byName = new Map<string, NewVerdict>();
  for (const pair of pairs) {
    const known = byName.get(nameOf(pair));
    byName.set(nameOf(pair), known === undefined || pair.bound < known.bound ? pair : known);
  }
  return [...byName.values()];
}

/**
 * Returns all pairs of a round in their order. If they exceed the limit, keeps those with the largest gaps, ties as
 * listed.
 */
function largestBounds(pairs: readonly NewVerdict[]): readonly NewVerdict[] {
  if (pairs.length <= VERDICT_LIMIT) return pairs;
  const chosen = new Set([...pairs].sort((a, b) => b.bound - a.bound).slice(0, VERDICT_LIMIT));
  return pairs.filter((pair) => chosen.has(pair));
}

function smallestCharges(older: readonly Verdict[], count: number): Set<Verdict> {
  return new Set([...older].sort((a, b) => a.charge - b.charge).slice(0, Math.max(0, count)));
}
