import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { bounded, corrected, onGrid } from "#server/learner/numeric/cost-grid.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { checkChange, checkDecisions } from "./checks.ts";
import type { ClosedRound, OutcomeChange } from "./learner.ts";
import type { OutcomeValue } from "./outcome-values.ts";

/**
 * One summand of an update, L_h += cost · h(x) for every h. What an estimate adds to all rules alike is dropped,
 * because it moves no weight. So a half (1 - h(x))/2 becomes the cost -1/2.
 */
export type Charge = { readonly individual: Features; readonly cost: number };

/** The parts of the spec that an estimator needs, and what follows from them for a class of this size. */
export type EstimatorSpec = Pick<LearnerSpec, "mode" | "rejectedHalves"> & {
  /** Exp2 if absent. */
  readonly learner?: LearnerSpec["learner"];
  /** g of mode `ix`, from chanceMargin; 0 if absent. */
  readonly chanceMargin?: number;
  /** L of FTPL: the largest weight of a label's estimate; unlimited if absent. */
  readonly weightCap?: number;
};

/** A closed round without its number, on which no charge depends. */
export type ChargedRound = Omit<ClosedRound, "t">;

/** Printed weights 1/n carry n roundings of 2^-53 each; a wrong weight is off by more than 1/n. */
const WEIGHT_TOLERANCE = 1e-9;

/**
 * Returns what a closed round adds to the losses: the pair terms, and the halves of the rejected people unless these
 * wait for the round's last outcome. Selected people are charged by their outcomes.
 *
 *   known  rejected: -1/2 · pair (ρ1, ρ2) of weight λ: +λC/2 on ρ1, -λC/2 on ρ2
 *   ix     as known: it changes the labels' estimate only
 *   paper  rejected: -1/(2(1-p)) · ρ1: C/p if accepted, else -C/(2(1-p)) · ρ2: 0 if accepted, else -C/(2(1-p))
 *
 *   FTPL, known  as known
 *   FTPL, paper  rejected: -1/2 · ρ1: C J - C/2 if accepted, else -C/2 · ρ2: -C/2   (Def. 4.10: halves are known)
 *
 * In a study with a number of picks each person of the round is also charged what keeps its projection: -ν/(n η).
 *
 * Without a violation there are no pair terms: the paper feeds C copies of (v,v), whose estimates have mean zero
 * between any two rules and are noise only (named departure).
 *
 * @param spec mode and the moment of the rejected halves
 * @param round the round as logged; its chances and C are those of its own opening
 * @returns at most one charge per person, by position; pair terms are summed in the order (high, low)
 * @throws LearnerError "shape"; "range"; "not-finite"; "pair-rule-undefined" if `paper` meets more than one pair
 * Cost: O(k + pairs).  Source: NOTATION rows "estimate, known" and "estimate, ix" [derived],
 * "estimate, paper" (Alg. 3).
 */
export function roundCharges(spec: EstimatorSpec, round: ChargedRound): Charge[] {
  checkRound(spec, round);
  const waits = spec.rejectedHalves === "when-settled" && round.decisions.includes(1);
  const kept = projectionCost(round);
  const costs = round.people.map((_, i) => {
    const half = round.decisions[i] === 0 && !waits ? rejectedHalf(spec, round.chances[i] ?? Number.NaN) : 0;
    return half + pairCost(spec, round, i) + kept;
  });
  return round.people
    .map((individual, i) => charge(individual, costs[i] ?? Number.NaN))
    .filter(({ cost }) => cost !== 0);
}

/**
 * Returns what an outcome adds to the losses: the new summand minus the old one, with the chance recorded in the
 * person's own round. An outcome that is lost or never arrived has summand 0.
 *
 *   known  yes: -1/2 · no: 1/p - 1/2        paper  yes: 0 · no: 1/p
 *   ix     yes: -1/2 · no: 1/(p + g) - 1/2
 *   FTPL   yes: -1/2 · no: w - 1/2, w = min(1/p, L) in mode known, J in mode paper
 *
 * If the outcome is the last of its round, the halves of the rejected people are added. In a study that charged them at
 * close, `settledRejected` is ignored.
 *
 * @param change before null: a first outcome; else a correction
 * @returns the person's charge, then the rejected people's in the given order; charges of 0 are left out
 * @throws LearnerError "outcome-unchanged"; "range" on a chance or another word; "shape" if rejected people come with a
 *   correction; "not-finite"
 * Source: NOTATION row "late outcome" [derived].
 */
export function outcomeCharges(spec: EstimatorSpec, change: OutcomeChange): Charge[] {
  const { individual, chance, before, after, settledRejected } = change;
  checkChange(change);
  if (settledRejected.length > 0 && before !== null) {
    throw new LearnerError("shape", "a round is settled by a first outcome, not by a correction");
  }
  // at-close: their halves were charged when the round closed
  const settled = spec.rejectedHalves === "when-settled" ? settledRejected : [];
  const summand = (value: OutcomeValue | null) => labelSummand(spec, value, chance, change.resample);
  const own = {
    individual,
    cost: before === null ? bounded(summand(after)) : corrected(summand(after), summand(before)),
  };
  const halves = settled.map((person) =>
    charge(person.individual, rejectedHalf(spec, checkChance(person.chance))),
  );
  return [own, ...halves].filter(({ cost }) => cost !== 0);
}

/** Returns what ν charges each person of the round from then on: -ν/(n η), half units. */
export function costOfProjection(nu: number, people: number, eta: number): number {
  return nu === 0 ? 0 : -nu / (people * eta);
}

/** What the projection onto a number of picks charges each person, on the grid as the opening charged it. */
function projectionCost({ projection, people }: ChargedRound): number {
  if (projection === undefined) return 0;
  return onGrid(costOfProjection(projection.nu, people.length, projection.eta));
}

/** The summand of a selected person. The outcome "yes" is y = 1. */
function labelSummand(
  spec: EstimatorSpec,
  outcome: OutcomeValue | null,
  chance: number,
  resample: number | undefined,
): number {
  if (checkChance(chance) === 0) throw new LearnerError("range", "a person of chance 0 was selected");
  if (outcome === null || outcome === "lost") return 0;
  const loss = outcome === "yes" ? 0 : labelWeight(spec, chance, resample);
  // the selected person's own half comes with the label, unless it is a coordinate that was not observed
  return estimatesHalves(spec) ? loss : loss - 0.5;
}

/** The weight of a label's loss: 1/p, 1/(p + g), min(1/p, L) or J. */
function labelWeight(spec: EstimatorSpec, chance: number, resample: number | undefined): number {
  if (spec.learner !== "ftpl") return 1 / (chance + (spec.chanceMargin ?? 0));
  const cap = spec.weightCap ?? Number.POSITIVE_INFINITY;
  if (spec.mode !== "paper") return Math.min(1 / chance, cap);
  if (resample === undefined) throw new LearnerError("resample-missing", "a selected person has no J");
  if (!Number.isInteger(resample) || resample < 1 || resample > cap) {
    throw new LearnerError("range", `J = ${resample} is not one of 1..${cap}`);
  }
  return resample;
}

/**
 * Returns whether the coordinates 1 - h(x) are estimated too: only in Exp2's mode `paper`. Elsewhere the half is known.
 */
function estimatesHalves(spec: EstimatorSpec): boolean {
  return spec.mode === "paper" && spec.learner !== "ftpl";
}

/** The summand of a rejected person's half. */
function rejectedHalf(spec: EstimatorSpec, chance: number): number {
  return estimatesHalves(spec) ? -1 / (2 * (1 - chance)) : -0.5;
}

/** Sums, over the pairs of the round, what person i is charged for being ρ1 or ρ2. */
function pairCost(spec: EstimatorSpec, round: ChargedRound, i: number): number {
  const pairs = [...round.pairs].sort((a, b) => a.high - b.high || a.low - b.low);
  let cost = 0;
  for (const { high, low, weight } of pairs) {
    if (high === i) cost += pairTerm(spec, round, i, weight, 1);
    if (low === i) cost -= pairTerm(spec, round, i, weight, 0);
  }
  return cost;
}

/**
 * `known`, `ix`: λC/2 with the sign of the side. `paper`: the estimate of C copies of the person with label 0 (ρ1) or 1
 * (ρ2).
 */
function pairTerm(
  spec: EstimatorSpec,
  round: ChargedRound,
  i: number,
  weight: number,
  isHigh: 0 | 1,
): number {
  const C = weight * Number(round.fairnessWeight);
  if (spec.mode !== "paper") return C / 2;
  const chance = round.chances[i] ?? Number.NaN;
  const isObserved = round.decisions[i] === 1;
  if (spec.learner === "ftpl") {
    // C copies of the person: (1 - 0) J - 1/2 each on ρ1 if observed, -1/2 else; (1 - 1) - 1/2 on ρ2
    const loss = isHigh === 1 && isObserved ? C * labelWeight(spec, chance, round.resamples?.[i]) : 0;
    return isHigh === 1 ? loss - C / 2 : C / 2;
  }
  const estimate = isObserved ? isHigh * (C / chance) : C * rejectedHalf(spec, chance);
  return isHigh === 1 ? estimate : -estimate;
}

function charge(individual: Features, cost: number): Charge {
  return { individual, cost: bounded(cost) };
}

function checkChance(chance: number): number {
  if (!(chance >= 0 && chance <= 1)) throw new LearnerError("range", `${chance} is not a chance`);
  return chance;
}

function checkRound(spec: EstimatorSpec, round: ChargedRound): void {
  const { people, chances, decisions, pairs, fairnessWeight } = round;
  const k = people.length;
  if (k === 0 || chances.length !== k) {
    throw new LearnerError("shape", `${k} people, ${chances.length} chances`);
  }
  checkDecisions(round);
  chances.forEach((chance, i) => {
    // A draw gives neither: an accepting rule in reach makes p > 0, a rejecting one p < 1 unless the sums round to it.
    const impossible = decisions[i] === 1 ? 0 : estimatesHalves(spec) ? 1 : null;
    if (checkChance(chance) === impossible) {
      throw new LearnerError("range", `person ${i} of chance ${chance} was decided ${decisions[i]}`);
    }
  });
  if (round.resamples !== undefined && ![0, k].includes(round.resamples.length)) {
    throw new LearnerError("shape", `${round.resamples.length} resamples for ${k} people`);
  }
  if (fairnessWeight === null || !(fairnessWeight > 0))
    throw new LearnerError("range", `C = ${fairnessWeight}`);
  if (!Number.isFinite(fairnessWeight)) throw new LearnerError("not-finite", `C = ${fairnessWeight}`);
  for (const { high, low, weight } of pairs) {
    const inRound = [high, low].every((i) => Number.isInteger(i) && i >= 0 && i < k);
    if (!inRound || high === low)
      throw new LearnerError("shape", `pair (${high}, ${low}) in a round of ${k}`);
    if (!(weight >= 0 && weight <= 1)) throw new LearnerError("range", `a pair's weight ${weight}`);
  }
  const inEffect = pairs.filter(({ weight }) => weight > 0);
  if (spec.mode === "paper" && inEffect.length > 1) {
    throw new LearnerError("pair-rule-undefined", "mode paper takes one pair a round");
  }
  const total = inEffect.reduce((sum, { weight }) => sum + weight, 0);
  if (pairs.length > 0 && Math.abs(total - 1) > WEIGHT_TOLERANCE) {
    throw new LearnerError("range", `the pairs' weights sum to ${total}`);
  }
}
