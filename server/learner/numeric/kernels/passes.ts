import { LearnerError } from "#server/learner/numeric/errors.ts";
import { rateOf } from "#server/learner/numeric/falling-exp.ts";
import { kernel } from "./kernel.ts";
import {
  type AnsweringGroup,
  type ChargedGroup,
  chancesFromSums,
  Extremes,
  eachChunk,
  startCharging,
  startTally,
} from "./tables.ts";

/** Totals, the least of them, and the largest absolute value. */
export type Charged = { readonly loss: Float64Array; readonly least: number; readonly largest: number };

/**
 * Adds what people are charged to the totals of all rules, in one pass. Exact, so order and batching do not matter.
 *
 *   loss_h += Σ over the people that h accepts of their costs
 *
 * @param loss multiples of 2^-24: [N]; not changed, unless it is `into`
 * @param groups at most SLOTS
 * @param into where the new totals go: [N]
 * @returns the new totals
 * @throws LearnerError "range" if a total or the sum of all costs leaves the range in which sums are exact; "shape"
 * Cost: O(N · groups), one reading and one writing of the totals.  Source: NOTATION row "Exp2 update".
 */
export function addGroups(
  loss: Float64Array,
  groups: readonly ChargedGroup[],
  into: Float64Array = new Float64Array(loss.length),
): Charged {
  const work = kernel();
  const showCharged = startCharging(groups, 0);
  const extremes = new Extremes();
  eachChunk(loss.length, (start, end) => {
    work.loss.set(loss.subarray(start, end));
    showCharged(start, end);
    work.charge(end - start, groups.length);
    extremes.take(work);
    into.set(work.loss.subarray(0, end - start), start);
  });
  return { loss: into, ...extremes.checked() };
}

/**
 * Weights that rules start with: [N]. If only the two constants, rules 0 and 1, have their own weights: these and the
 * weight of every other rule.
 */
export type RulePrior = Float64Array | { readonly none: number; readonly all: number; readonly rest: number };

/** The inputs of exponential weights: L, η and q. */
export type Weighing = {
  /** L = loss + tilt: [N] each; a tilt of null is 0. */
  readonly loss: Float64Array;
  readonly tilt: Float64Array | null;
  readonly eta: number;
  /** null: 1 for every rule. */
  readonly prior: RulePrior | null;
};

/**
 * Computes the running totals of the exponential weights of all rules, and the chances of people under them, in one
 * pass after a pass for the least total.
 *
 *   w_h = q_h exp(-η (L_h - min L)),  exactly 0 where the exponent is below EXP_FLOOR;  cumulative_h = Σ_{g <= h} w_g
 *
 * @param groups the people in groups of eight: the answers of each group and how many people it has
 * @param cumulative where the running totals go: [N]
 * @returns cumulative; chances in the order of the people, each in [0, 1]
 * @throws LearnerError "not-finite"
 * Cost: N exponentials, O(N · groups).  Source: NOTATION row "Exp2 weights" (Thm 4.4).
 */
export function openRules(
  weighing: Weighing,
  groups: readonly AnsweringGroup[],
  cumulative: Float64Array = new Float64Array(weighing.loss.length),
): { cumulative: Float64Array; chances: number[] } {
  const work = kernel();
  const showAnswering = startTally(groups);
  let total = 0;
  eachWeighed(weighing, (start, end) => {
    total = work.accumulate(end - start, total);
    cumulative.set(work.cumulative.subarray(0, end - start), start);
    showAnswering(start, end);
    work.tally(end - start, groups.length);
  });
  return { cumulative, chances: chancesFromSums(groups) };
}

/**
 * Returns exponential weights, as in openRules.
 *
 * @returns [N], at least one above 0
 * @throws LearnerError "not-finite"
 * Cost: N exponentials.
 */
export function weighRules(weighing: Weighing): Float64Array {
  const weights = new Float64Array(weighing.loss.length);
  const work = kernel();
  eachWeighed(weighing, (start, end) => weights.set(work.values.subarray(0, end - start), start));
  return weights;
}

/**
 * Returns the sum of exponential weights, equal to the last running total of openRules, and the least total. Cost: N
 * exponentials.
 */
export function sumOfWeights(weighing: Weighing): { least: number; total: number } {
  const work = kernel();
  let total = 0;
  const least = eachWeighed(weighing, (start, end) => {
    total = work.accumulate(end - start, total);
  });
  return { least, total };
}

/**
 * Returns the chances of people under weights.
 *
 *   Σ_h w_h h(x) / Σ_h w_h,  by the bytes of the person's group: first the rules of each byte, then the bytes
 *
 * Since rounding is monotone, no chance is above 1, and it is 1 where all rules accept.
 *
 * @param weights w: [N], each >= 0, at least one above 0
 * @returns in the order of the people
 * Cost: O(N · groups).
 */
export function chancesOf(weights: Float64Array, groups: readonly AnsweringGroup[]): number[] {
  const work = kernel();
  const showAnswering = startTally(groups);
  eachChunk(weights.length, (start, end) => {
    work.values.set(weights.subarray(start, end));
    showAnswering(start, end);
    work.tally(end - start, groups.length);
  });
  return chancesFromSums(groups);
}

/** Calls back with the weights of each chunk in the kernel's values. @returns the least total */
function eachWeighed(
  { loss, tilt, eta, prior }: Weighing,
  use: (start: number, end: number) => void,
): number {
  const work = kernel();
  if (prior === null) work.prior.fill(1);
  if (tilt === null) work.tilt.fill(0);
  const load = (start: number, end: number) => {
    work.loss.set(loss.subarray(start, end));
    if (tilt !== null) work.tilt.set(tilt.subarray(start, end));
    if (prior !== null) loadPrior(work.prior, prior, start, end);
  };
  let least = Number.POSITIVE_INFINITY;
  eachChunk(loss.length, (start, end) => {
    load(start, end);
    least = Math.min(least, work.least(end - start));
  });
  const rate = rateOf(eta);
  let check = 0;
  eachChunk(loss.length, (start, end) => {
    load(start, end);
    check += work.weigh(end - start, rate, least);
    use(start, end);
  });
  if (check !== 0) throw new LearnerError("not-finite", "a weight is not finite");
  return least;
}

function loadPrior(into: Float64Array, prior: RulePrior, start: number, end: number): void {
  if (prior instanceof Float64Array) into.set(prior.subarray(start, end));
  else if (start === 0) into[0] = prior.none;
  else {
    into.fill(prior.rest);
    if (start === 1) into[0] = prior.all;
  }
}
