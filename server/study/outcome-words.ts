import { outcomeValues } from "#server/learner/interface/outcome-values.ts";
import { readYesNo } from "./cells/yes-no.ts";
import type { ReadColumn } from "./reading.ts";

/** The possible meanings of a word of an outcome column. "none": the outcome is not known yet, so none is recorded. */
export const meanings = [...outcomeValues, "none"] as const;
export type Meaning = (typeof meanings)[number];

/** A column with more different words than this is not an outcome: the wrong column was chosen. */
export const wordLimit = 50;

export type WordMeaning = { word: string; means: Meaning };

const guesses: ReadonlyMap<string, Meaning> = new Map([
  ["good", "yes"],
  ["bad", "no"],
  ["lost", "lost"],
  ["not yet", "none"],
  ["will never be known", "none"],
]);
const digits = new Set(["0", "1"]);

/** Guesses which of a column's words mean yes and which mean no. */
export function guessYesAndNo(words: ReadColumn["words"]): { yes: string[]; no: string[] } {
  const guessed = guessMeanings(words);
  const wordsOf = (what: Meaning) => guessed.flatMap(({ word, means }) => (means === what ? [word] : []));
  return { yes: wordsOf("yes"), no: wordsOf("no") };
}

/**
 * Guesses the meanings of an outcome column's words where they are clear. Digits are clear only if there are no others:
 * with a 2 among them, it is unknown which is the good outcome.
 */
export function guessMeanings(words: ReadColumn["words"]): WordMeaning[] {
  const hasOtherNumbers = words.some(({ word }) => /^[-+]?[\d.]+$/.test(word) && !digits.has(word));
  return words.slice(0, wordLimit).flatMap(({ word }) => {
    if (hasOtherNumbers && digits.has(word)) return [];
    const means = readYesNo(word) ?? guesses.get(word.toLowerCase());
    return means === undefined ? [] : [{ word, means }];
  });
}
