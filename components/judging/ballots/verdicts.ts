import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";

export type { VerdictWord };

/** Positions of the person with the better chance and the one with the lower chance, as in the log. */
export type Pair = readonly [high: number, low: number];

/** Storage key of a pair, such as "3-11". */
export type PairKey = `${number}-${number}`;

/** Verdicts of one auditor in one round. A missing pair was not looked at. */
export type Verdicts = ReadonlyMap<PairKey, VerdictWord>;

/** Full answer on a pair: the verdict and, after a space, how many points of difference would still be acceptable. */
export type Answer = VerdictWord | `${Exclude<VerdictWord, "unsure">} ${number}`;

/** Answers by pair. A missing pair was not looked at. */
export type Answers = ReadonlyMap<PairKey, Answer>;

/** @param tolerance in points; undefined if none was given. The verdict "unsure" has none. */
export function answerOf(word: VerdictWord, tolerance: number | null | undefined): Answer {
  return word === "unsure" || tolerance == null ? word : `${word} ${tolerance}`;
}

/** Splits an answer into its parts. */
export function partsOf(answer: Answer): { word: VerdictWord; tolerance: number | null } {
  const [word = "", tolerance] = answer.split(" ");
  return { word: word as VerdictWord, tolerance: tolerance === undefined ? null : Number(tolerance) };
}

/** Returns the verdicts of answers, without their tolerances. */
export function wordsOf(answers: Answers): Verdicts {
  return new Map([...answers].map(([key, answer]) => [key, partsOf(answer).word]));
}

/** Returns how many points of difference were called acceptable for a pair; null if no number was given. */
export function toleranceOf(answers: Answers, pair: Pair): number | null {
  const answer = answers.get(keyOf(pair));
  return answer === undefined ? null : partsOf(answer).tolerance;
}

export function keyOf([high, low]: Pair): PairKey {
  return `${high}-${low}`;
}

export function pairOf(key: PairKey): Pair {
  const [high = 0, low = 0] = key.split("-").map(Number);
  return [high, low];
}

export type Counts = Readonly<Record<VerdictWord | "unseen", number>>;

export function countVerdicts(pairs: readonly Pair[], verdicts: Verdicts): Counts {
  const counts = { unfair: 0, acceptable: 0, unsure: 0, unseen: 0 };
  for (const pair of pairs) counts[verdicts.get(keyOf(pair)) ?? "unseen"] += 1;
  return counts;
}

/** Returns the content of a ballot: answered pairs only, in the order of the pairs. */
export function asBallot(pairs: readonly Pair[], answers: Answers): Verdict[] {
  return pairs.flatMap(([high, low]): Verdict[] => {
    const answer = answers.get(keyOf([high, low]));
    if (answer === undefined) return [];
    const { word, tolerance } = partsOf(answer);
    return [tolerance === null ? [high, low, word] : [high, low, word, tolerance]];
  });
}

/** @internal exported for tests */
export function fromBallot(ballot: readonly Verdict[]): Verdicts {
  return wordsOf(answersIn(ballot));
}

export function answersIn(ballot: readonly Verdict[]): Answers {
  return new Map(
    ballot.map(([high, low, word, tolerance]) => [keyOf([high, low]), answerOf(word, tolerance)]),
  );
}

/** Counts the pairs on which two ballots differ. */
export function countChanges(before: Answers, after: Answers): number {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).length;
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
  verdicts: Answers,
  from: number,
  docketCount = pairs.length,
): number | undefined {
  const isOpen = (index: number) => {
    const pair = pairs[index];
    return pair !== undefined && !verdicts.has(keyOf(pair));
  };
  return nextIn(0, docketCount, from).find(isOpen) ?? nextIn(docketCount, pairs.length, from).find(isOpen);
}

/** Lists all places of [start, end), beginning after `from` and wrapping around. */
function nextIn(start: number, end: number, from: number): number[] {
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const after = places.filter((place) => place > from);
  return [...after, ...places.filter((place) => place <= from)];
}
