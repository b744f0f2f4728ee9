import { CHUNK, JOINS, type Kernel } from "./contract.ts";

/** The answers of up to eight people to all rules: a byte a rule, bit i for person i. */
export type Answers = Uint8Array | SubsetAnswers;

/**
 * Answers that are not stored: those of all sets of n predicates, computed from the sets of the first of them.
 *
 *   pattern of rule 0: 0 · of rule 1: everyone · of rule 1 + S: low[S mod CHUNK] joined with high[S div CHUNK]
 */
export type SubsetAnswers = {
  readonly join: keyof typeof JOINS;
  /** The byte of each set of the first predicates: [2^min(n, 11)] */
  readonly low: Uint8Array;
  /** The byte of each set of the others alone: [2^max(0, n - 11)] */
  readonly high: Uint8Array;
  /** The byte of a rule that accepts the whole group. */
  readonly everyone: number;
};

/** Loads into the kernel, once a pass, what the answers are made from. @param first the slot of the first answers */
export function loadLows({ lows }: Kernel, answers: readonly Answers[], first = 0): void {
  for (const [place, some] of answers.entries()) {
    if (!(some instanceof Uint8Array)) lows.set(some.low, (first + place) * CHUNK);
  }
}

/** Writes the answers to the rules start..end-1, a chunk, into a slot of the kernel. */
export function show(work: Kernel, answers: Answers, slot: number, start: number, end: number): void {
  const place = slot * CHUNK;
  if (answers instanceof Uint8Array) work.patterns.set(answers.subarray(start, end), place);
  else if (start === 0) work.patterns[place] = 0;
  else {
    work.join(end - start, slot, answers.high[(start - 1) / CHUNK] as number, JOINS[answers.join]);
    if (start === 1) work.patterns[place] = answers.everyone;
  }
}

/**
 * Stores answers as an array of bytes.
 *
 * @param size N
 * @internal
 */
export function storedAnswers(answers: Answers, size: number): Uint8Array {
  if (answers instanceof Uint8Array) return answers;
  const { join, low, high, everyone } = answers;
  const bytes = new Uint8Array(size);
  for (let set = 0; set < size - 1; set++) {
    const [a, b] = [low[set % CHUNK] as number, high[Math.floor(set / CHUNK)] as number];
    bytes[1 + set] = join === "and" ? a & b : join === "or" ? a | b : a ^ b;
  }
  bytes[1] = everyone;
  return bytes;
}
