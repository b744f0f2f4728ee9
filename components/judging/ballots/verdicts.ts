import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";

export type { Pair, Verdict, VerdictWord };

/** Storage key of a pair, such as "3-11". */
export type PairKey = `${number}-${number}`;

/** Verdicts of one auditor in one round. A missing pair was not looked at. */
export type Verdicts = ReadonlyMap<PairKey, Verdict>;

/** @param tolerance in points; the verdict "unsure" has none */
export function verdictOn([high, low]: Pair, word: VerdictWord, tolerance?: number): Verdict {
  return word === "unsure" || tolerance === undefined ? [high, low, word] : [high, low, word, tolerance];
}

export function isSameVerdict(one: Verdict | null, other: Verdict | null | undefined): boolean {
  return String(one) === String(other);
}

export function wordOf(verdicts: Verdicts, pair: Pair): VerdictWord | undefined {
  return verdicts.get(pairKeyOf(pair))?.[2];
}

/** Returns how many points of difference were called acceptable for a pair. */
export function toleranceOf(verdicts: Verdicts, pair: Pair): number | undefined {
  return verdicts.get(pairKeyOf(pair))?.[3];
}

export function pairKeyOf([high, low]: readonly [high: number, low: number, ...unknown[]]): PairKey {
  return `${high}-${low}`;
}

export function pairOf(key: PairKey): Pair {
  const [high = 0, low = 0] = key.split("-").map(Number);
  return [high, low];
}

export type Counts = Readonly<Record<VerdictWord | "unseen", number>>;

export function countVerdicts(pairs: readonly Pair[], verdicts: Verdicts): Counts {
  return countStates(pairs.map((pair) => wordOf(verdicts, pair) ?? "unseen"));
}

export function countStates(states: readonly (keyof Counts)[]): Counts {
  const counts = { unfair: 0, acceptable: 0, unsure: 0, unseen: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}

/** Returns the content of a ballot: verdicts only on pairs that were looked at, in the order of the pairs. */
export function asBallot(pairs: readonly Pair[], verdicts: Verdicts): Verdict[] {
  return pairs.flatMap((pair) => {
    const verdict = verdicts.get(pairKeyOf(pair));
    return verdict === undefined ? [] : [verdict];
  });
}

export function fromBallot(ballot: readonly Verdict[]): Verdicts {
  return new Map(ballot.map((verdict) => [pairKeyOf(verdict), verdict]));
}

/** Counts the pairs on which two ballots differ. */
export function countChanges(before: Verdicts, after: Verdicts): number {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => !isSameVerdict(before.get(key) ?? null, after.get(key) ?? null)).length;
}

/**
 * Finds the next pair that was not looked at: first in the docket after `from`, wrapping around at its end, then in
 * the same way among the other pairs.
 *
 * @param docketCount how many of the first pairs are the docket
 * @returns undefined if every pair was looked at
 */
export function nextUnseen(
  pairs: readonly Pair[],
  verdicts: Verdicts,
  from: number,
  docketCount = pairs.length,
): number | undefined {
  const isOpen = (index: number) => {
    const pair = pairs[index];
    return pair !== undefined && !verdicts.has(pairKeyOf(pair));
  };
  return nextIn(0, docketCount, from).find(isOpen) ?? nextIn(docketCount, pairs.length, from).find(isOpen);
}

/** Lists all places of [start, end), beginning after `from` and wrapping around. */
function nextIn(start: number, end: number, from: number): number[] {
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const after = places.filter((place) => place > from);
  return [...after, ...places.filter((place) => place <= from)];
}
