import { LearnerError } from "#server/learner/numbers/errors.ts";

/** So many people's answers make a byte. */
const people = 8;

/** @throws LearnerError "shape" unless there are 1 to 8 people */
export function checkGroup(group: readonly unknown[]): void {
  if (group.length >= 1 && group.length <= people) return;
  throw new LearnerError("shape", `${group.length} people in a group of at most ${people}`);
}

/**
 * Packs answers that were asked person by person.
 *
 * @param answers h(x) of each person: up to eight of [N]
 * @returns [N], bit i of a byte for person i
 * Cost: O(N) a person.
 */
export function packAnswers(answers: readonly Uint8Array[]): Uint8Array {
  checkGroup(answers);
  const patterns = (answers[0] as Uint8Array).slice();
  for (let bit = 1; bit < answers.length; bit++) {
    const more = answers[bit] as Uint8Array;
    for (let h = 0; h < patterns.length; h++) {
      patterns[h] = (patterns[h] as number) | ((more[h] as number) << bit);
    }
  }
  return patterns;
}

/** A byte with the bits of those for whom something holds. */
export function byteOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let byte = 0;
  for (const [bit, item] of items.entries()) if (holds(item)) byte |= 1 << bit;
  return byte;
}

/**
 * The answers of all sets of n predicates from those of smaller sets: a set with predicate b answers as the set without it,
 * joined with the answers to b.
 *
 *   pattern(S + b) = join(pattern(S), answers to b);  pattern of the empty set given
 *
 * @param empty the byte of the empty set
 * @param answers the byte of each predicate: [n]
 * @param join of bytes, bit by bit
 * @returns [1 + 2^n]: 0 for a rule before the sets, then the sets by their bit masks
 * Cost: 2^n operations on bytes, four at a time.
 */
export function subsetPatterns(
  empty: number,
  answers: readonly number[],
  join: "and" | "or" | "xor",
): Uint8Array {
  const size = 2 ** answers.length;
  // the sets begin at a whole word, the rule before them in the word before
  const buffer = new ArrayBuffer(4 + Math.max(4, size));
  const bytes = new Uint8Array(buffer, 4);
  bytes[0] = empty;
  for (let half = 1; half < Math.min(size, 4); half *= 2) {
    const answer = answers[Math.log2(half)] as number;
    for (let set = 0; set < half; set++) bytes[half + set] = joined(bytes[set] as number, answer, join);
  }
  const words = new Uint32Array(buffer, 4);
  for (let b = 2; b < answers.length; b++) {
    const half = 2 ** (b - 2);
    const answer = Math.imul(answers[b] as number, 0x01010101);
    if (join === "and") for (let i = 0; i < half; i++) words[half + i] = (words[i] as number) & answer;
    else if (join === "or") for (let i = 0; i < half; i++) words[half + i] = (words[i] as number) | answer;
    else for (let i = 0; i < half; i++) words[half + i] = (words[i] as number) ^ answer;
  }
  return new Uint8Array(buffer, 3, 1 + size);
}

function joined(a: number, b: number, join: "and" | "or" | "xor"): number {
  if (join === "and") return a & b;
  return join === "or" ? a | b : a ^ b;
}
