/**
 * The number of rules in a chunk: their numbers fit into the processor's nearest caches. Rule 0 comes before the
 * chunks, alone.
 */
export const CHUNK = 2_048;

/** The number of people in a group: their answers to a rule make a byte. */
export const GROUP = 8;

/** The number of different bytes of answers that a group can give. */
export const CELLS = 256;

/**
 * The number of parts in which a cell's sums are kept, rule h of a chunk in part h mod 4. Neighbours that answer alike
 * then do not wait for each other's addition.
 */
export const PARTS = 4;

/** The number of groups that have a table at once. */
export const SLOTS = 128;

/** The slot where `open` has the first charged group. The groups whose chances are needed come before it. */
export const CHARGED = SLOTS / 2;

/** How bytes of answers are joined, bit by bit. */
export const JOINS = { and: 0, or: 1, xor: 2 } as const;

/**
 * The arithmetic over all rules of one chunk. The caller (passes.ts) writes numbers into the arrays, calls, and reads
 * the results. Slots are numbers of groups, 0..SLOTS-1. Two kernels give equal bits: every operation is + - * on
 * doubles in the order given here, and exp is that of numeric/falling-exp.ts, whose rate is passed in.
 */
export type Kernel = {
  readonly name: "typed-arrays" | "wasm";
  /** L, or a part of it: [CHUNK] */
  readonly loss: Float64Array;
  /** What is added to the loss; 0 for every rule where there is no tilt: [CHUNK] */
  readonly tilt: Float64Array;
  /** q: [CHUNK]; 1 for every rule where all start alike. */
  readonly prior: Float64Array;
  /** Weights: [CHUNK]. */
  readonly values: Float64Array;
  /** [CHUNK] */
  readonly cumulative: Float64Array;
  /** The answers of each group: [SLOTS × CHUNK], a byte a rule, bit i for person i. */
  readonly patterns: Uint8Array;
  /** The answers from which `join` makes others: [SLOTS × CHUNK]. */
  readonly lows: Uint8Array;
  /** The cost of a byte of answers: [SLOTS × CELLS]. */
  readonly costs: Float64Array;
  /** The weight of the rules with each byte of answers: [SLOTS × CELLS × PARTS], by slot, part, byte. */
  readonly sums: Float64Array;
  /** [2] */
  readonly extremes: Float64Array;
  /** @returns the least loss + tilt of the rules with q > 0, never -0; Infinity without one */
  least(count: number): number;
  /**
   * values = q fallingExp(rate (loss + tilt - from)), exactly 0 where q is 0.
   * @returns 0, or NaN if a weight is not finite
   */
  weigh(count: number, rate: number, from: number): number;
  /**
   * Does all that a round needs for rules that start alike, in one pass: `charge` by the slots from CHARGED on,
   * extremes of the new losses, fallingExp(rate (loss - from)) in place of the values, `tally` of these for the slots
   * from 0 on. Costs of those of the slots CHARGED to CHARGED + 2 that have no group must be 0. The sums of slots 0 to
   * 2 and the values are undefined afterwards.
   * @returns the sum of the weights: by rules h mod 4, (0 + 2) + (1 + 3), then the rules after the last four one by one
   */
  open(count: number, charged: number, answering: number, rate: number, from: number): number;
  /**
   * cumulative = running totals of values in catalogue order, by fours: the four are summed from the left, and each of
   * their sums is added to the total before them.
   * @returns the last. @param before the total so far
   */
  accumulate(count: number, before: number): number;
  /** sums of slots 0..slots-1 += values, in catalogue order. */
  tally(count: number, slots: number): void;
  /**
   * loss += the costs of each rule's bytes in slots 0..slots-1: exact, in any order.
   * extremes = the least loss after it, never -0, and the largest |loss|.
   */
  charge(count: number, slots: number): void;
  /** patterns of a slot = its lows, each joined with one byte. @param how one of JOINS */
  join(count: number, slot: number, byte: number, how: number): void;
  /** Returns the arrays of a sweep over so many rules. Another call with the same number returns the same arrays. */
  sweeper(size: number): Sweeper;
};

/** The arithmetic of a sweep, whose every step needs all weights of the step before. Arrays may be longer than size. */
export type Sweeper = {
  readonly size: number;
  /** w: [size] */
  readonly weights: Float64Array;
  /** G: [size] */
  readonly tilt: Float64Array;
  /** Two bits a rule, four rules a byte, the first in the low bits: 1 for f = 1, 2 for f = -1, else 0. */
  readonly signs: Uint8Array;
  /**
   * Returns the weights of the rules with f = 1 and f = -1: each sum by rules h mod 4, then (0 + 2) + (1 + 3).
   */
  sums(): { readonly up: number; readonly down: number };
  /** w *= lighter and G += change where f = 1; w *= heavier and G -= change where f = -1. */
  move(lighter: number, heavier: number, change: number): void;
};
