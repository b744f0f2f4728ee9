import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { SubsetAnswers } from "#server/learner/numeric/kernels/answers.ts";
import { CHUNK } from "#server/learner/numeric/kernels/contract.ts";

/** The number of people whose answers make a byte. */
const people = 8;

/** @throws LearnerError "shape" unless there are 1 to 8 people */
export function checkGroup(group: readonly unknown[]): void {
  if (group.length >= 1 && group.length <= people) return;
  throw new LearnerError("shape", `${group.length} people in a group of at most ${people}`);
}

/**
 * Packs answers that were computed person by person.
 *
 * @param answers h(x) of each person: up to eight of [N]
 * @returns [N], bit i of a byte for person i
 * Cost: O(N) a person.
 */
export function packAnswers(answers: readonly Uint8Array[]): Uint8Array {
  checkGroup(answers);
  const patterns = (answers[0] as Uint8Array).slice();
  const words = wordsOf(patterns);
  for (let bit = 1; bit < answers.length; bit++) {
    const more = answers[bit] as Uint8Array;
    const moreWords = wordsOf(more);
    // a byte is 0 or 1 and moves by at most 7 bits, so it stays within its byte of the word
    for (let word = 0; word < words.length; word++) {
      words[word] = (words[word] as number) | ((moreWords[word] as number) << bit);
    }
    for (let h = 4 * words.length; h < patterns.length; h++) {
      patterns[h] = (patterns[h] as number) | ((more[h] as number) << bit);
    }
  }
  return patterns;
}

/** Views the whole words of answers: four rules in each. The answers begin their buffer. */
function wordsOf(answers: Uint8Array): Uint32Array {
  return new Uint32Array(answers.buffer, answers.byteOffset, answers.length >> 2);
}

/** Returns a byte with the bits of the items for which a condition holds. */
export function byteOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let byte = 0;
  for (const [bit, item] of items.entries()) if (holds(item)) byte |= 1 << bit;
  return byte;
}

/**
 * Computes the answers of all sets of n predicates from those of smaller sets. A set with predicate b answers as the
 * set without it, joined with the answers to b. Nothing is stored per rule, only the sets of the first 11 predicates
 * and the sets of the others.
 *
 *   pattern(S + b) = join(pattern(S), answers to b);  pattern of the empty set given
 *
 * @param empty the byte of the empty set
 * @param answers the byte of each predicate: [n]
 * @param join of bytes, bit by bit
 * @param everyone the byte of a rule that accepts everyone
 * Cost: 2^11 + 2^(n - 11) operations on bytes.
 */
export function subsetAnswers(
  empty: number,
  answers: readonly number[],
  join: SubsetAnswers["join"],
  everyone: number,
): SubsetAnswers {
  const within = Math.log2(CHUNK);
  return {
    join,
    low: setsOf(empty, answers.slice(0, within), join),
    high: setsOf(empty, answers.slice(within), join),
    everyone,
  };
}

function setsOf(empty: number, answers: readonly number[], join: SubsetAnswers["join"]): Uint8Array {
  const bytes = new Uint8Array(2 ** answers.length);
  bytes[0] = empty;
  for (const [b, answer] of answers.entries()) {
    const half = 2 ** b;
    for (let set = 0; set < half; set++) bytes[half + set] = joined(bytes[set] as number, answer, join);
  }
  return bytes;
}

function joined(a: number, b: number, join: SubsetAnswers["join"]): number {
  if (join === "and") return a & b;
  return join === "or" ? a | b : a ^ b;
}
