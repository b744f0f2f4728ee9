import { LearnerError } from "#server/learner/numbers/errors.ts";
import { CELLS, CHUNK, GROUP, PARTS, SLOTS } from "./contract.ts";
import { kernel } from "./kernel.ts";

/** Sums with what rounding took from them, a rule each: [N]. */
export type CompensatedSums = { readonly loss: Float64Array; readonly compensation: Float64Array };

/** Up to eight people and what each is charged. */
export type ChargedGroup = {
  /** A byte a rule, bit i for person i: [N] */
  readonly patterns: Uint8Array;
  /** [people] */
  readonly costs: readonly number[];
};

/**
 * Adds steps to the totals of all rules, each step in one rounding (and its compensation).
 *
 *   c_h = Σ over the step's groups, in order, of (Σ over the group's people that h accepts, in order, of their costs)
 *   loss_h + compensation_h += c_h
 *
 * @param totals not changed
 * @param steps in order; how many are handed over at once changes no bit
 * @returns new totals, or the same without a step
 * @throws LearnerError "not-finite"
 * Cost: O(N · groups), one pass over the totals.  Source: NOTATION row "Exp2 update".
 */
export function addSteps(
  totals: CompensatedSums,
  steps: readonly (readonly ChargedGroup[])[],
): CompensatedSums {
  const batches = batchesOf(steps.filter((groups) => groups.length > 0));
  return batches.reduce(addBatch, totals);
}

function addBatch(totals: CompensatedSums, steps: readonly (readonly ChargedGroup[])[]): CompensatedSums {
  const work = kernel();
  const { length } = totals.loss;
  const [loss, compensation] = [new Float64Array(length), new Float64Array(length)];
  for (const [slot, { costs }] of steps.flat().entries()) fillTable(work.costs, slot, costs);
  let check = 0;
  for (let start = 0; start < length; start += CHUNK) {
    const end = Math.min(length, start + CHUNK);
    const count = end - start;
    work.loss.set(totals.loss.subarray(start, end));
    work.compensation.set(totals.compensation.subarray(start, end));
    let slot = 0;
    let shown: Uint8Array | null = null;
    const show = (patterns: Uint8Array) => {
      if (patterns !== shown) work.patterns.set(patterns.subarray(start, end));
      shown = patterns;
    };
    for (const groups of steps) {
      for (let group = 0; group < groups.length; group += 1, slot += 1) {
        show((groups[group] as ChargedGroup).patterns);
        if (groups.length === 1) check += work.charge(count, slot);
        else work.fold(count, slot, group === 0);
      }
      if (groups.length > 1) check += work.add(count);
    }
    loss.set(work.loss.subarray(0, count), start);
    compensation.set(work.compensation.subarray(0, count), start);
  }
  if (check !== 0) throw new LearnerError("not-finite", "the loss of a rule is not finite");
  return { loss, compensation };
}

/** As many steps at once as there are tables for; a step of more groups than that stands alone and is refused. */
function batchesOf(steps: readonly (readonly ChargedGroup[])[]): (readonly ChargedGroup[])[][] {
  const batches: (readonly ChargedGroup[])[][] = [];
  let free = 0;
  for (const groups of steps) {
    if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people in a step`);
    if (groups.length > free) {
      batches.push([]);
      free = SLOTS;
    }
    batches.at(-1)?.push(groups);
    free -= groups.length;
  }
  return batches;
}

/** What each byte costs: the people of its bits, in order, from 0 on. */
function fillTable(table: Float64Array, slot: number, costs: readonly number[]): void {
  const start = slot * CELLS;
  table[start] = 0;
  for (const [person, cost] of costs.entries()) {
    const half = 1 << person;
    for (let byte = 0; byte < half; byte += 1) {
      table[start + half + byte] = (table[start + byte] as number) + cost;
    }
  }
}

/**
 * Adds to plain sums: values_h + c_h, c_h as of addSteps.
 *
 * @returns new sums
 */
export function addPlainly(sums: Float64Array, groups: readonly ChargedGroup[]): Float64Array {
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people in a step`);
  if (groups.length === 0) return sums;
  const work = kernel();
  const added = new Float64Array(sums.length);
  for (const [slot, { costs }] of groups.entries()) fillTable(work.costs, slot, costs);
  for (let start = 0; start < sums.length; start += CHUNK) {
    const end = Math.min(sums.length, start + CHUNK);
    for (const [slot, { patterns }] of groups.entries()) {
      work.patterns.set(patterns.subarray(start, end));
      work.fold(end - start, slot, slot === 0);
    }
    const { values } = work;
    for (let h = start; h < end; h += 1) added[h] = (sums[h] as number) + (values[h - start] as number);
  }
  return added;
}

/** What makes exponential weights: L, η and q (null: 1 for every rule). */
export type Weighing = {
  /** L = loss + compensation, or loss alone. */
  readonly totals: { readonly loss: Float64Array; readonly compensation: Float64Array | null };
  readonly eta: number;
  readonly prior: Float64Array | null;
};

/**
 * The running totals of the exponential weights of all rules, and the chances of people under them, in one pass behind that
 * for the least total.
 *
 *   w_h = q_h exp(-η (L_h - min L)),  exactly 0 where the exponent is below EXP_FLOOR;  cumulative_h = Σ_{g <= h} w_g
 *
 * @param groups the people, eight and eight: the answers of each group, [N] each, and how many it has
 * @returns cumulative: [N]; chances in the order of the people, each in [0, 1]
 * @throws LearnerError "not-finite"
 * Cost: N exponentials, O(N · groups).  Source: NOTATION row "Exp2 weights" (Thm 4.4).
 */
export function openRules(
  { totals, eta, prior }: Weighing,
  groups: readonly AnsweringGroup[],
): { cumulative: Float64Array; chances: number[] } {
  const work = kernel();
  const cumulative = new Float64Array(totals.loss.length);
  work.sums.fill(0, 0, groups.length * CELLS * PARTS);
  let total = 0;
  eachWeighed({ totals, eta, prior }, (start, end) => {
    total = work.accumulate(end - start, total);
    cumulative.set(work.cumulative.subarray(0, end - start), start);
    tallyChunk(groups, start, end);
  });
  return { cumulative, chances: chancesFromSums(groups) };
}

/** Up to eight people by the rules' answers: a byte a rule, bit i for person i. */
export type AnsweringGroup = { readonly patterns: Uint8Array; readonly people: number };

/**
 * Exponential weights, as of openRules.
 *
 * @returns [N], at least one above 0
 * @throws LearnerError "not-finite"
 * Cost: N exponentials.
 */
export function weighRules(weighing: Weighing): Float64Array {
  const weights = new Float64Array(weighing.totals.loss.length);
  const work = kernel();
  eachWeighed(weighing, (start, end) => weights.set(work.values.subarray(0, end - start), start));
  return weights;
}

/** The sum of exponential weights in catalogue order, and the least total. Cost: N exponentials. */
export function sumOfWeights(weighing: Weighing): { least: number; total: number } {
  const work = kernel();
  let total = 0;
  const least = eachWeighed(weighing, (start, end) => {
    total = work.accumulate(end - start, total);
  });
  return { least, total };
}

/**
 * The chances of people under weights.
 *
 *   Σ_h w_h h(x) / Σ_h w_h,  by the bytes of the person's group: first the rules of each byte, then the bytes
 *
 * Since rounding is monotone, no chance is above 1, and it is 1 where all rules accept.
 *
 * @param weights w: [N], each >= 0, one above
 * @returns in the order of the people
 * Cost: O(N · groups).
 */
export function chancesOf(weights: Float64Array, groups: readonly AnsweringGroup[]): number[] {
  const work = kernel();
  work.sums.fill(0, 0, groups.length * CELLS * PARTS);
  for (let start = 0; start < weights.length; start += CHUNK) {
    const end = Math.min(weights.length, start + CHUNK);
    work.values.set(weights.subarray(start, end));
    tallyChunk(groups, start, end);
  }
  return chancesFromSums(groups);
}

/** Calls back with the weights of each chunk in the kernel's values. @returns the least total */
function eachWeighed({ totals, eta, prior }: Weighing, use: (start: number, end: number) => void): number {
  const work = kernel();
  const { length } = totals.loss;
  if (prior === null) work.prior.fill(1);
  if (totals.compensation === null) work.compensation.fill(0);
  const load = (start: number, end: number) => {
    work.loss.set(totals.loss.subarray(start, end));
    if (totals.compensation !== null) work.compensation.set(totals.compensation.subarray(start, end));
    if (prior !== null) work.prior.set(prior.subarray(start, end));
  };
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0; start < length; start += CHUNK) {
    const end = Math.min(length, start + CHUNK);
    load(start, end);
    least = Math.min(least, work.least(end - start));
  }
  let check = 0;
  for (let start = 0; start < length; start += CHUNK) {
    const end = Math.min(length, start + CHUNK);
    load(start, end);
    check += work.weigh(end - start, eta, least);
    use(start, end);
  }
  if (check !== 0) throw new LearnerError("not-finite", "a weight is not finite");
  return least;
}

function tallyChunk(groups: readonly AnsweringGroup[], start: number, end: number): void {
  const work = kernel();
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people`);
  for (const [slot, { patterns }] of groups.entries()) {
    work.patterns.set(patterns.subarray(start, end));
    work.tally(end - start, slot);
  }
}

/** From the kernel's sums. */
function chancesFromSums(groups: readonly AnsweringGroup[]): number[] {
  const { sums } = kernel();
  return groups.flatMap(({ people }, slot) => {
    const start = slot * CELLS * PARTS;
    const accepted = new Float64Array(GROUP);
    let total = 0;
    for (let byte = 0; byte < CELLS; byte += 1) {
      let weight = 0;
      for (let part = 0; part < PARTS; part += 1) weight += sums[start + part * CELLS + byte] as number;
      total += weight;
      for (let person = 0; person < people; person += 1) {
        accepted[person] = (accepted[person] as number) + weight * ((byte >> person) & 1);
      }
    }
    return Array.from(accepted.subarray(0, people), (weight) => weight / total);
  });
}
