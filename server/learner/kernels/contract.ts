/** Rules that are worked on at once: their numbers fit into the processor's nearest caches. */
export const CHUNK = 2_048;

/** People of a group: their answers to a rule make a byte. */
export const GROUP = 8;

/** Bytes there are: answers that a group can give. */
export const CELLS = 256;

/** Sums of a cell are kept in so many parts, rule h in part h mod 4: neighbours that answer alike do not wait for each other. */
export const PARTS = 4;

/** Groups that have a table at once. */
export const SLOTS = 128;

/**
 * The arithmetic over all rules of one chunk. Whoever drives it (passes.ts) puts numbers into the arrays, calls, and takes
 * them out; slots are numbers of groups, 0..SLOTS-1. Two kernels give equal bits: every operation is + - * / on doubles in
 * the order that stands here, and exp that of numbers/math.ts.
 */
export type Kernel = {
  readonly name: "typed-arrays" | "wasm";
  /** [CHUNK] */
  readonly loss: Float64Array;
  readonly compensation: Float64Array;
  /** q: [CHUNK]; 1 for every rule where all start alike. */
  readonly prior: Float64Array;
  /** Weights, or costs: [CHUNK]. */
  readonly values: Float64Array;
  /** [CHUNK] */
  readonly cumulative: Float64Array;
  /** The answers of one group: [CHUNK], a byte a rule, bit i for person i. */
  readonly patterns: Uint8Array;
  /** What a byte of answers costs: [SLOTS × CELLS]. */
  readonly costs: Float64Array;
  /** The weight of the rules that answer so: [SLOTS × CELLS × PARTS], by slot, part, byte. */
  readonly sums: Float64Array;
  /** @returns the least loss + compensation of the rules with q > 0, never -0; Infinity without one */
  least(count: number): number;
  /**
   * values = q exp(-eta (loss + compensation - least)), exactly 0 where q is or the exponent is below EXP_FLOOR.
   * @returns 0, or NaN if a weight is not finite
   */
  weigh(count: number, eta: number, least: number): number;
  /** cumulative = running totals of values, in catalogue order. @returns the last. @param before the total so far */
  accumulate(count: number, before: number): number;
  /** sums of the slot += values, in catalogue order. */
  tally(count: number, slot: number): void;
  /** values = (values, or 0 if it is the first group) + what the slot's costs are of each rule's byte. */
  fold(count: number, slot: number, isFirst: boolean): void;
  /**
   * loss += values, with what rounding takes added to compensation (Neumaier).
   * @returns 0, or NaN if a total is not finite
   */
  add(count: number): number;
  /** fold of a step's only group, then add. */
  charge(count: number, slot: number): number;
};
