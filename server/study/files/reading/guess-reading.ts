import {
  asItStands,
  dateNotations,
  decimalNotations,
  type NumberNotation,
} from "#server/study/cells/notation.ts";
import { looksLikeCode } from "#server/study/cells/numbers.ts";
import { readNumberIn } from "#server/study/cells/read-cell.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { readYesNo } from "#server/study/cells/yes-no.ts";

/** A category is a small set of words, or a set whose words are often repeated. */
const fewWords = 20;
const manyWords = 200;
const timesEach = 5;

/**
 * Guesses how the words of a column are read: as yes and no, numbers or dates only if every word can be read so. A
 * column of 0 and 1 is read as no and yes.
 *
 * @param words each word once
 */
export function guessReading(words: readonly string[], filledCount: number): ColumnReading {
  if (words.length === 0) return asItStands;
  if (isYesNo(words)) return { type: "category", notation: "yes-no", sign: "" };
  const read = guessNumbers(words, decimalNotations) ?? guessNumbers(words, dateNotations);
  if (read !== null) return read;
  const isSmall = words.length <= fewWords && words.length < filledCount;
  const isCategory = isSmall || (words.length <= manyWords && words.length * timesEach <= filledCount);
  return isCategory ? { ...asItStands, type: "category" } : asItStands;
}

/**
 * Guesses a notation of numbers. Where two notations read the words differently, only the operator can decide which is
 * meant.
 */
function guessNumbers(words: readonly string[], notations: readonly NumberNotation[]): ColumnReading | null {
  if (words.some(looksLikeCode) && notations === decimalNotations) return null;
  const fitting = notations.flatMap((notation) => {
    const read = readAll(words, notation);
    return read === null ? [] : [{ notation, ...read }];
  });
  const [first] = fitting;
  if (first === undefined) return null;
  const isClear = fitting.every(({ values }) =>
    values.every((value, index) => value === first.values[index]),
  );
  return { type: "number", notation: isClear ? first.notation : "unclear", sign: first.sign };
}

/** Reads all words as numbers; null unless every word is a number with the same sign. Sums may lack their sign. */
function readAll(words: readonly string[], notation: NumberNotation) {
  const values: string[] = [];
  const signs = new Set<string>();
  for (const word of words) {
    const read = readNumberIn(word, notation);
    if (read === null) return null;
    values.push(read.value);
    signs.add(read.sign);
  }
  if (signs.has("%") && signs.size > 1) return null;
  signs.delete("");
  return signs.size > 1 ? null : { values, sign: [...signs][0] ?? "" };
}

function isYesNo(words: readonly string[]): boolean {
  const read = words.map(readYesNo);
  return !read.includes(null) && new Set(read).size === 2;
}
