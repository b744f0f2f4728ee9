import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { rateOf } from "#server/learner/numeric/falling-exp.ts";
import { CELLS, CHARGED, CHUNK, SLOTS } from "./contract.ts";
import { kernel } from "./kernel.ts";
import { addGroups, type Charged } from "./passes.ts";
import {
  type AnsweringGroup,
  type ChargedGroup,
  chancesFromSums,
  Extremes,
  eachChunk,
  startCharging,
  startTally,
} from "./tables.ts";

/**
 * Charges people and opens a round on the new totals, for rules that start alike, in one reading and writing of the
 * totals.
 *
 *   loss_h += Σ over the people that h accepts of their costs
 *   w_h = exp(-η (L_h - from)),  exactly 0 where the exponent is below EXP_FLOOR
 *
 * @param totals changed in place
 * @param charged at most SLOTS groups
 * @param groups the people whose chances are needed, in groups of eight, at most SLOTS groups
 * @throws LearnerError "not-finite" on eta and "shape", before anything is changed; "range" and "not-finite" on a
 *   total, after the totals have changed
 * Cost: N exponentials, O(N · groups). Another pass with more than CHARGED groups of either kind, and where the start
 * of the weights is not certain before the new totals are known.
 * Source: NOTATION rows "Exp2 update", "Exp2 weights" (Thm 4.4).
 */
export function openTotals(
  { loss, least, eta }: OpenableTotals,
  charged: readonly ChargedGroup[],
  groups: readonly AnsweringGroup[],
): OpenedTotals {
  // otherwise the totals would be charged for an opening that is then refused
  if (!(eta > 0 && Number.isFinite(eta))) throw new LearnerError("not-finite", `a rate of ${eta}`);
  if (groups.length > SLOTS) throw new LearnerError("shape", `${groups.length} groups of people`);
  const isCharged = charged.length > 0;
  const from = startAfter(least, eta, charged);
  if (from === null || (isCharged && Math.max(charged.length, groups.length) > CHARGED)) {
    return openTotals({ ...addGroups(loss, charged, loss), eta }, [], groups);
  }
  const work = kernel();
  work.costs.fill(0, CHARGED * CELLS, (CHARGED + 3) * CELLS);
  const showCharged = startCharging(charged, CHARGED);
  const showAnswering = startTally(groups);
  const rate = rateOf(eta);
  const extremes = new Extremes();
  const sums: number[] = [];
  let total = 0;
  eachChunk(loss.length, (start, end) => {
    work.loss.set(loss.subarray(start, end));
    showCharged(start, end);
    showAnswering(start, end);
    total += work.open(end - start, charged.length, groups.length, rate, from);
    sums.push(total);
    extremes.take(work);
    if (isCharged) loss.set(work.loss.subarray(0, end - start), start);
  });
  if (!Number.isFinite(total)) throw new LearnerError("not-finite", "a weight is not finite");
  return {
    ...{ loss, ...extremes.checked(), from },
    ...{ sums: Float64Array.from(sums), chances: chancesFromSums(groups) },
  };
}

/** Totals for openTotals: [N], and the least of them. */
export type OpenableTotals = Omit<Charged, "largest"> & { readonly eta: number };

/** The totals, the start of their weights, running totals of the weights by chunk, and each person's chance. */
export type OpenedTotals = Charged & {
  readonly from: number;
  /** Up to the end of rule 0, then of each CHUNK rules: [1 + (N - 1)/CHUNK], rounded up. */
  readonly sums: Float64Array;
  readonly chances: readonly number[];
};

/**
 * Returns the start of the weights: a round number below the least total, at most 16/η to 32/η. It seldom moves, so it
 * is known before a round's charges are added. It follows from the least total and η alone.
 */
function startBelow(least: number, eta: number): number {
  let step = 2 ** -24;
  while (step * eta < 16 && step < LARGEST_TOTAL) step *= 2;
  return Math.floor(least / step) * step;
}

/** startBelow of the least total after these charges; null where two values are possible. */
function startAfter(least: number, eta: number, charged: readonly ChargedGroup[]): number | null {
  const costs = charged.flatMap((group) => group.costs);
  const [lowest, highest] = [-1, 1].map((side) =>
    costs.reduce((bound, cost) => bound + side * Math.max(0, side * cost), least),
  ) as [number, number];
  const start = startBelow(lowest, eta);
  return start === startBelow(highest, eta) ? start : null;
}

/**
 * Returns the weights of one chunk as in openTotals: of the rules between two of its running totals.
 * @returns [rules]
 */
export function weightsOfChunk(
  { loss, eta, from }: Pick<OpenableTotals, "loss" | "eta"> & { readonly from: number },
  chunk: number,
): { first: number; weights: Float64Array } {
  const first = chunk === 0 ? 0 : 1 + (chunk - 1) * CHUNK;
  const losses = loss.subarray(first, chunk === 0 ? 1 : first + CHUNK);
  const work = kernel();
  work.loss.set(losses);
  work.tilt.fill(0);
  work.prior.fill(1);
  work.weigh(losses.length, rateOf(eta), from);
  return { first, weights: work.values.slice(0, losses.length) };
}
