import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { PickNumbers } from "#server/learner/interface/learner.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { exp } from "#server/learner/numeric/math.ts";

/** The least and the greatest number of people that a round may pick on average over its draw, in 0..n. */
export type PickBounds = { readonly low: number; readonly high: number };

/** How the policy was brought to a number of picks: the numbers that an opening prints. */
export type PickChange = { readonly [Name in keyof PickNumbers]: number };

/** ν is searched between -60 and 60, in this many halvings. */
const LARGEST_NU = 60;
const HALVINGS = 64;

/** How far the sum of a round's chances may miss its bounds by rounding alone. */
const ROUNDING = 1e-12;

/** Printed chances of a study with a number of picks are whole multiples of 10^-15. */
const UNITS = 1e15;

/**
 * Returns the bounds of a round's expected number of picks; null where the study sets none. Smaller rounds scale the
 * number c by their size.
 *
 *   exactly [c n/k, c n/k] · at-least [c n/k, n] · at-most [0, c n/k]
 *   average [c n/k - ahead - k, c n/k - ahead + k], both within [0, n]
 *
 * @param people n, the number of people in the round
 * @param ahead Σ over the closed and the open rounds of their expected number of picks minus c n/k, see
 *   {@link aheadWithOpen}; only `average` uses it
 * Source: NOTATION row "number of picks" (docs/theory.md).
 */
export function pickBounds(
  { picks, roundSize }: Pick<LearnerSpec, "picks" | "roundSize">,
  people: number,
  ahead: number,
): PickBounds | null {
  if (picks === undefined) return null;
  const number = scaled(picks.count, roundSize, people);
  if (picks.rule === "exactly") return { low: number, high: number };
  if (picks.rule === "at-least") return { low: number, high: people };
  if (picks.rule === "at-most") return { low: 0, high: number };
  return {
    low: within(people, number - ahead - roundSize),
    high: within(people, number - ahead + roundSize),
  };
}

/** Returns what a round adds to `ahead` of {@link pickBounds}; 0 unless the rule is `average`. */
export function aheadOf(
  { picks, roundSize }: Pick<LearnerSpec, "picks" | "roundSize">,
  chances: readonly string[],
): number {
  if (picks?.rule !== "average") return 0;
  return totalOf(chances.map(Number)) - scaled(picks.count, roundSize, chances.length);
}

/** Returns `ahead` of {@link pickBounds}: the closed rounds, and the open ones as if they were closed. */
export function aheadWithOpen(ahead: number, open: readonly { readonly ahead: number }[]): number {
  return open.reduce((sum, round) => sum + round.ahead, ahead);
}

/**
 * Returns the weight of the rules by how many people they accept.
 *
 * @param weights w: [N], summed in catalogue order
 * @param counts s: [N], in 0..n
 * @param people n
 * @returns [n + 1]
 */
export function weightByCount(weights: Float64Array, counts: Float64Array, people: number): Float64Array {
  const sums = new Float64Array(people + 1);
  for (let h = 0; h < weights.length; h++) {
    const count = counts[h] as number;
    sums[count] = (sums[count] as number) + (weights[h] as number);
  }
  return sums;
}

/**
 * Returns ν: the projection of the weights onto the bounds in relative entropy. 0 where the number already lies within
 * them, and near ±60 where no weights reach them.
 *
 *   w_h ∝ w_h e^(ν s_h/n),  ν such that Σ w_h s_h is the nearer bound
 *
 * @param sums the weight by number of accepted people: [n + 1], n >= 1
 * Cost: O(n) exponentials a halving.  Source: NOTATION row "ν" (docs/theory.md).
 */
export function projectionOnto(sums: Float64Array, { low, high }: PickBounds): number {
  const free = expectedCount(sums, 0);
  if (free >= low && free <= high) return 0;
  const number = free < low ? low : high;
  let [from, to] = [-LARGEST_NU, LARGEST_NU];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (from + to) / 2;
    if (expectedCount(sums, middle) < number) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Returns Σ s W_s e^(ν s/n) / Σ W_s e^(ν s/n), with all exponents shifted to be at most 0. */
function expectedCount(sums: Float64Array, nu: number): number {
  const people = sums.length - 1;
  const from = nu > 0 ? people : 0;
  let [number, total] = [0, 0];
  for (let count = 0; count <= people; count++) {
    const weight = (sums[count] as number) * exp((nu * (count - from)) / people);
    number += count * weight;
    total += weight;
  }
  return number / total;
}

/**
 * Returns how much of a policy a constant rule replaces, so that the number of picks lies within its bounds.
 *
 * A difference within {@link ROUNDING} is none: printing the chances closes it.
 *
 *   below: all = (low - S)/(n - S) · above: none = (S - high)/S,  S = Σ p_i
 *
 * @param chances p: [n]
 */
export function mixing(
  chances: readonly number[],
  { low, high }: PickBounds,
): Pick<PickChange, "none" | "all"> {
  const number = totalOf(chances);
  if (Math.abs(number - Math.min(high, Math.max(low, number))) <= ROUNDING) return { none: 0, all: 0 };
  if (number < low) return { none: 0, all: (low - number) / (chances.length - number) };
  return { none: (number - high) / number, all: 0 };
}

/** (1 - none - all) p + all, for each person. */
export function mixed(chances: readonly number[], { none, all }: Pick<PickChange, "none" | "all">): number[] {
  return chances.map((chance) => (1 - none - all) * chance + all);
}

/**
 * Prints the chances of a round. In a study with a number of picks they are multiples of 10^-15 whose exact sum lies
 * within the bounds, so that an even draw picks exactly c people where c is a whole number. What rounding leaves goes
 * to the smallest chance or comes from the largest one, so no two chances move further apart.
 *
 * @param chances in [0, 1], within the bounds up to rounding
 * @param bounds null: printed as they are
 */
export function printedChances(chances: readonly number[], bounds: PickBounds | null): string[] {
  if (bounds === null) return chances.map(String);
  const units = chances.map((chance) => Math.round(chance * UNITS));
  let left = Number(excess(units, bounds));
  const order = units.map((_, position) => position);
  const unitsAt = (position: number) => units[position] as number;
  order.sort((a, b) => (left > 0 ? unitsAt(a) - unitsAt(b) : unitsAt(b) - unitsAt(a)));
  for (const position of order) {
    const move = Math.max(-unitsAt(position), Math.min(UNITS - unitsAt(position), left));
    units[position] = unitsAt(position) + move;
    left -= move;
  }
  return units.map((each) => String(each / UNITS));
}

/** Prints the numbers of an opening's {@link PickChange}. */
export function printedPicks({ nu, none, all }: PickChange): PickNumbers {
  return { nu: String(nu), none: String(none), all: String(all) };
}

/** Returns how many units are missing from the nearer bound: below 0 if there are too many, 0 within the bounds. */
function excess(units: readonly number[], { low, high }: PickBounds): bigint {
  const total = units.reduce((sum, each) => sum + BigInt(each), 0n);
  const [least, most] = [BigInt(Math.round(low * UNITS)), BigInt(Math.round(high * UNITS))];
  if (total < least) return least - total;
  return total > most ? most - total : 0n;
}

function within(people: number, number: number): number {
  return Math.max(0, Math.min(people, number));
}

/** c n/k */
function scaled(count: string, roundSize: number, people: number): number {
  return (parseNumber(count) * people) / roundSize;
}

function totalOf(chances: readonly number[]): number {
  return chances.reduce((sum, chance) => sum + chance, 0);
}
