import { LARGEST_TOTAL } from "#server/learner/numbers/cost-grid.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import { type Answers, loadLows, show } from "./answers.ts";
import { CELLS, CHUNK, GROUP, PARTS, SLOTS } from "./contract.ts";
import { kernel } from "./kernel.ts";

/** Up to eight people and what each is charged. */
export type ChargedGroup = {
  readonly answers: Answers;
  /** Whole multiples of 2^-24: [people] */
  readonly costs: readonly number[];
};

/** Totals, and the least of them. */
export type Charged = { readonly loss: Float64Array; readonly least: number };

/**
 * Adds what people are charged to the totals of all rules, in one pass: exact, so in whatever order and however many at once.
 *
 *   loss_h += Σ over the people that h accepts of their costs
 *
 * @param loss multiples of 2^-24: [N]; not changed, but if it is `into`
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
  fillTables(work.costs, groups);
  const answers = groups.map((group) => group.answers);
  loadLows(work, answers);
  let [largest, least] = [0, Number.POSITIVE_INFINITY];
  eachChunk(loss.length, (start, end) => {
    work.loss.set(loss.subarray(start, end));
    for (let slot = 0; slot < answers.length; slot += 1)
      show(work, answers[slot] as Answers, slot, start, end);
    work.charge(end - start, groups.length);
    least = Math.min(least, work.extremes[0] as number);
    largest = Math.max(largest, work.extremes[1] as number);
    into.set(work.loss.subarray(0, end - start), start);
  });
  if (largest <= LARGEST_TOTAL) return { loss: into, least };
  throw new LearnerError("range", `the loss of a rule is beyond ${LARGEST_TOTAL}`);
}

/** Rule 0 alone, then as many rules at once as a chunk holds: where the sets of a generated class begin. */
function eachChunk(length: number, use: (start: number, end: number) => void): void {
  use(0, 1);
  for (let start = 1; start < length; start += CHUNK) use(start, Math.min(length, start + CHUNK));
}

/** What each byte costs: the people of its bits, in order, from 0 on. */
function fillTables(tables: Float64Array, groups: readonly ChargedGroup[]): void {
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people at once`);
  let all = 0;
  for (const [slot, { costs }] of groups.entries()) {
    const start = slot * CELLS;
    tables[start] = 0;
    for (const [person, cost] of costs.entries()) {
      all += Math.abs(cost);
      const half = 1 << person;
      for (let byte = 0; byte < half; byte += 1) {
        tables[start + half + byte] = (tables[start + byte] as number) + cost;
      }
    }
    // of fewer people than eight no rule has a higher byte, but behind the last rule any may stand
    tables.fill(0, start + (1 << costs.length), start + CELLS);
  }
  if (!(all <= LARGEST_TOTAL)) throw new LearnerError("range", `costs of ${all} at once`);
}

/** Weights that rules start with: [N], or where only the two constants, rules 0 and 1, have their own, theirs and that of every other rule. */
export type RulePrior = Float64Array | { readonly none: number; readonly all: number; readonly rest: number };

/** What makes exponential weights: L, η and q. */
export type Weighing = {
  /** L = loss + tilt: [N] each; a tilt of null is 0. */
  readonly loss: Float64Array;
  readonly tilt: Float64Array | null;
  /** min L over the rules with q > 0, where it is known. */
  readonly least?: number | undefined;
  readonly eta: number;
  /** null: 1 for every rule. */
  readonly prior: RulePrior | null;
};

/**
 * The running totals of the exponential weights of all rules, and the chances of people under them, in one pass (behind one
 * for the least total, where that is not known).
 *
 *   w_h = q_h exp(-η (L_h - min L)),  exactly 0 where the exponent is below EXP_FLOOR;  cumulative_h = Σ_{g <= h} w_g
 *
 * @param groups the people, eight and eight: the answers of each group and how many it has
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
  startTally(groups);
  let total = 0;
  eachWeighed(weighing, (start, end) => {
    total = work.accumulate(end - start, total);
    cumulative.set(work.cumulative.subarray(0, end - start), start);
    tallyChunk(groups, start, end);
  });
  return { cumulative, chances: chancesFromSums(groups) };
}

/** Up to eight people by the rules' answers. */
export type AnsweringGroup = { readonly answers: Answers; readonly people: number };

/**
 * Exponential weights, as of openRules.
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

/** The sum of exponential weights, as the last running total of openRules, and the least total. Cost: N exponentials. */
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
  startTally(groups);
  eachChunk(weights.length, (start, end) => {
    work.values.set(weights.subarray(start, end));
    tallyChunk(groups, start, end);
  });
  return chancesFromSums(groups);
}

/** Calls back with the weights of each chunk in the kernel's values. @returns the least total */
function eachWeighed(
  { loss, tilt, eta, prior, least: known }: Weighing,
  use: (start: number, end: number) => void,
): number {
  const work = kernel();
  const isPlain = prior === null && tilt === null;
  if (!isPlain || known === undefined) {
    if (prior === null) work.prior.fill(1);
    if (tilt === null) work.tilt.fill(0);
  }
  const load = (start: number, end: number) => {
    work.loss.set(loss.subarray(start, end));
    if (tilt !== null) work.tilt.set(tilt.subarray(start, end));
    if (prior !== null) loadPrior(work.prior, prior, start, end);
  };
  let least = known ?? Number.POSITIVE_INFINITY;
  if (known === undefined) {
    eachChunk(loss.length, (start, end) => {
      load(start, end);
      least = Math.min(least, work.least(end - start));
    });
  }
  let check = 0;
  eachChunk(loss.length, (start, end) => {
    load(start, end);
    check += isPlain ? work.weighPlainly(end - start, eta, least) : work.weigh(end - start, eta, least);
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

function startTally(groups: readonly AnsweringGroup[]): void {
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people`);
  const work = kernel();
  work.sums.fill(0, 0, groups.length * CELLS * PARTS);
  loadLows(
    work,
    groups.map(({ answers }) => answers),
  );
}

function tallyChunk(groups: readonly AnsweringGroup[], start: number, end: number): void {
  const work = kernel();
  for (let slot = 0; slot < groups.length; slot += 1) {
    show(work, (groups[slot] as AnsweringGroup).answers, slot, start, end);
  }
  work.tally(end - start, groups.length);
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
