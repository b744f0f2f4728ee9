/** The costs of section 5 as doubles, each operation in the order that docs/log-format-state.md gives. */

import type { Outcome } from "./charges.ts";
import type { Mode } from "./settings.ts";

export interface DoubleRound {
  readonly chances: readonly number[];
  readonly decisions: readonly number[];
  /** C. */
  readonly fairnessWeight: number;
}

export interface DoublePair {
  readonly high: number;
  readonly low: number;
  readonly weight: number;
}

/** What a closing charges each person. */
export function closingCosts(
  mode: Mode,
  round: DoubleRound,
  pairs: readonly DoublePair[],
  isSettled: boolean,
): number[] {
  return round.chances.map((chance, position) => {
    const half = round.decisions[position] === 0 && isSettled ? rejectedHalf(mode, chance) : 0;
    return half + pairCost(mode, round, pairs, position);
  });
}

export function rejectedHalf(mode: Mode, chance: number): number {
  return mode === "paper" ? -1 / (2 * (1 - chance)) : -0.5;
}

function pairCost(mode: Mode, round: DoubleRound, pairs: readonly DoublePair[], position: number): number {
  let cost = 0;
  for (const { high, low, weight } of pairs) {
    if (high === position) cost += highCost(mode, round, position, weight * round.fairnessWeight);
    if (low === position) cost += lowCost(mode, round, position, weight * round.fairnessWeight);
  }
  return cost;
}

function highCost(mode: Mode, { chances, decisions }: DoubleRound, position: number, C: number): number {
  if (mode !== "paper") return C / 2;
  const chance = chances[position] ?? 0;
  return decisions[position] === 1 ? C / chance : C * rejectedHalf(mode, chance);
}

function lowCost(mode: Mode, { chances, decisions }: DoubleRound, position: number, C: number): number {
  if (mode !== "paper") return -(C / 2);
  return decisions[position] === 1 ? 0 : C * rejectedHalf(mode, chances[position] ?? 0);
}

/** What an outcome charges, less what the former one did; null: none yet. */
export function labelCost(
  mode: Mode,
  chance: number,
  margin: number,
  value: Outcome,
  former: Outcome | null,
): number {
  const summand = (outcome: Outcome | null) => {
    if (outcome === null || outcome === "lost") return 0;
    const loss = outcome === "yes" ? 0 : 1 / (chance + margin);
    return mode === "paper" ? loss : loss - 0.5;
  };
  return summand(value) - summand(former);
}
