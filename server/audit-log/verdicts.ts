import { LogError } from "./errors.ts";

/** The verdicts that an auditor can give on a pair; a pair without a verdict was not looked at. */
export const verdictWords = ["unfair", "acceptable", "unsure"] as const;

export type VerdictWord = (typeof verdictWords)[number];
/** The tolerance in points of 100. Only in a study that asks for it, and never with `unsure`. */
export type Verdict = readonly [high: number, low: number, word: VerdictWord, tolerance?: number];

const words: ReadonlySet<unknown> = new Set(verdictWords);

/**
 * Reads the stored verdicts of a ballot.
 *
 * @throws LogError "verdict-pair" for anything else
 * Cost: about 1 ms for 5,000. A schema would take ten times as long, and a closing reads the ballots of a whole panel.
 */
export function parseVerdicts(text: string): Verdict[] {
  const read: unknown = JSON.parse(text);
  if (!Array.isArray(read) || !read.every(isVerdict)) {
    throw new LogError("verdict-pair", "the stored verdicts of a ballot are invalid");
  }
  return read;
}

export function isVerdict(value: unknown): value is Verdict {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return false;
  const [high, low, word, tolerance] = value;
  if (value.length === 4 && !isTolerance(tolerance)) return false;
  return isPosition(high) && isPosition(low) && words.has(word);
}

/** In points: a chance has 100. */
const largestTolerance = 100;

/** Checks whether a value is a valid tolerance: a whole number of points from 0 to {@link largestTolerance}. */
export function isTolerance(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largestTolerance;
}

function isPosition(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
