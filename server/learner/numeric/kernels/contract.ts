/** Rules that are worked on at once: their numbers fit into the processor's nearest caches. Rule 0 stands alone before them. */
export const CHUNK = 2_048;

/** People of a group: their answers to a rule make a byte. */
export const GROUP = 8;

/** Bytes there are: answers that a group can give. */
export const CELLS = 256;

/** Sums of a cell are kept in so many parts, rule h of a chunk in part h mod 4: neighbours that answer alike do not wait for each other. */
export const PARTS = 4;

/** Groups that have a table at once. */
export const SLOTS = 128;

/** Where `open` has the groups that are charged; those whose chances are asked for stand before it. */
export const CHARGED = SLOTS / 2;

/** How bytes of answers are joined, bit by bit. */
export const JOINS = { and: 0, or: 1, xor: 2 } as const;

/**
 * The arithmetic over all rules of one chunk. Whoever drives it (passes.ts) puts numbers into the arrays, calls, and takes
 * them out; slots are numbers of groups, 0..SLOTS-1. Two kernels give equal bits: every operation is + - * on doubles in
 * the order that stands here, and exp that of numbers/falling-exp.ts, whose rate they are given.
 */
export type Kernel = {
  readonly name: "typed-arrays" | "wasm";
  /** L, or a part of it: [CHUNK] */
  readonly loss: Float64Array;
  /** What is added to it; 0 for every rule where there is no such: [CHUNK] */
  readonly tilt: Float64Array;
  /** q: [CHUNK]; 1 for every rule where all start alike. */
  readonly prior: Float64Array;
  /** Weights: [CHUNK]. */
  readonly values: Float64Array;
  /** [CHUNK] */
  readonly cumulative: Float64Array;
  /** The answers of each group: [SLOTS × CHUNK], a byte a rule, bit i for person i. */
  readonly patterns: Uint8Array;
  /** Answers that `join` makes others from: [SLOTS × CHUNK]. */
  readonly lows: Uint8Array;
  /** What a byte of answers costs: [SLOTS × CELLS]. */
  readonly costs: Float64Array;
  /** The weight of the rules that answer so: [SLOTS × CELLS × PARTS], by slot, part, byte. */
  readonly sums: Float64Array;
  /** [2] */
  readonly extremes: Float64Array;
  /** @returns the least loss + tilt of the rules with q > 0, never -0; Infinity without one */
  least(count: number): number;
  /**
   * values = q fallingExp(rate (loss + tilt - from)), exactly 0 where q is.
   * @returns 0, or NaN if a weight is not finite
   */
  weigh(count: number, rate: number, from: number): number;
  /**
   * All that a round asks of rules that start alike, in one pass: `charge` by the slots from CHARGED on, extremes of the
   * new losses, fallingExp(rate (loss - from)) in place of the values, `tally` of these for the slots from 0 on. Costs of the
   * slots CHARGED to CHARGED + 2 that nobody stands in must be 0; the sums of slots 0 to 2 and the values may be anything after.
   * @returns the sum of the weights: by rules h mod 4, (0 + 2) + (1 + 3), then the rules behind the last four one by one
   */
  open(count: number, charged: number, answering: number, rate: number, from: number): number;
  /**
   * cumulative = running totals of values in catalogue order, by fours: the four are summed from the left, and each of their
   * sums is added to the total before them.
   * @returns the last. @param before the total so far
   */
  accumulate(count: number, before: number): number;
  /** sums of slots 0..slots-1 += values, in catalogue order. */
  tally(count: number, slots: number): void;
  /**
   * loss += what the costs of slots 0..slots-1 are of each rule's bytes: exact, in whatever order.
   * extremes = the least loss after it, never -0, and the largest |loss|.
   */
  charge(count: number, slots: number): void;
  /** patterns of a slot = its lows, each joined with one byte. @param how one of JOINS */
  join(count: number, slot: number, byte: number, how: number): void;
};
