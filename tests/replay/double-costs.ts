/** The costs of section 5 as doubles, each operation in the order that docs/log-format-state.md gives. */

import type { Charging, Outcome } from "./charges.ts";
import { Broken } from "./report.ts";

export interface DoubleRound {
  readonly chances: readonly number[];
  readonly decisions: readonly number[];
  /** J of FTPL in mode `paper`, by position; else none. */
  readonly resamples: readonly number[];
  /** C. */
  readonly fairnessWeight: number;
}

export interface DoublePair {
  readonly high: number;
  readonly low: number;
  readonly weight: number;
}

/** Computes the charge of a closing on each person. */
export function closingCosts(
  charging: Charging,
  round: DoubleRound,
  pairs: readonly DoublePair[],
  isSettled: boolean,
): number[] {
  return round.chances.map((chance, position) => {
    const half = round.decisions[position] === 0 && isSettled ? rejectedHalf(charging, chance) : 0;
    return half + pairCost(charging, round, pairs, position);
  });
}

export function rejectedHalf(charging: Charging, chance: number): number {
  return charging === "paper" ? -1 / (2 * (1 - chance)) : -0.5;
}

function pairCost(
  charging: Charging,
  round: DoubleRound,
  pairs: readonly DoublePair[],
  position: number,
): number {
  let cost = 0;
  for (const { high, low, weight } of pairs) {
    if (high === position) cost += highCost(charging, round, position, weight * round.fairnessWeight);
    if (low === position) cost += lowCost(charging, round, position, weight * round.fairnessWeight);
  }
  return cost;
}

function highCost(charging: Charging, round: DoubleRound, position: number, C: number): number {
  const { chances, decisions, resamples } = round;
  if (charging === "ftpl-paper") {
    return (decisions[position] === 1 ? C * (resamples[position] ?? 0) : 0) - C / 2;
  }
  if (charging !== "paper") return C / 2;
  const chance = chances[position] ?? 0;
  return decisions[position] === 1 ? C / chance : C * rejectedHalf(charging, chance);
}

function lowCost(
  charging: Charging,
  { chances, decisions }: DoubleRound,
  position: number,
  C: number,
): number {
  if (charging !== "paper") return -(C / 2);
  return decisions[position] === 1 ? 0 : C * rejectedHalf(charging, chances[position] ?? 0);
}

/** The person of an outcome, and the inputs of its weight. */
export interface DoubleLabel {
  readonly chance: number;
  readonly resample: number;
  /** g of mode `ix`, else 0. */
  readonly margin: number;
  /** L of FTPL, else 0. */
  readonly weightCap: number;
}

/** Computes the charge of an outcome less that of the previous one; null: no previous outcome. */
export function labelCost(
  charging: Charging,
  label: DoubleLabel,
  value: Outcome,
  former: Outcome | null,
): number {
  const summand = (outcome: Outcome | null) => {
    if (outcome === null || outcome === "lost") return 0;
    const loss = outcome === "yes" ? 0 : labelWeight(charging, label);
    return charging === "paper" ? loss : loss - 0.5;
  };
  return onGrid(summand(value)) - onGrid(summand(former));
}

function labelWeight(charging: Charging, { chance, resample, margin, weightCap }: DoubleLabel): number {
  if (charging === "ftpl-paper") return resample;
  return charging === "ftpl" ? Math.min(1 / chance, weightCap) : 1 / (chance + margin);
}

const STEP = 2 ** -24;
const LARGEST = 2 ** 20;

/** Rounds a cost to the nearest multiple of 2^-24, ties to even, at most 2^20. */
export function onGrid(cost: number): number {
  if (!Number.isFinite(cost)) throw new Broken("charge", "a propensity above 0", cost);
  const steps = Math.min(Math.max(cost, -LARGEST), LARGEST) / STEP;
  const below = Math.floor(steps);
  const isUp = steps - below > 0.5 || (steps - below === 0.5 && below % 2 !== 0);
  return (below + Number(isUp)) * STEP;
}
