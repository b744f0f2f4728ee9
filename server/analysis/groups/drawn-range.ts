import { exp, log } from "#server/learner/numeric/math.ts";
import type { Interval } from "../findings/wilson.ts";

/** The chances of a group's members in one round, and where an even draw put them. */
export type MembersInRound = {
  /** p of all people of the round, by position. */
  readonly chances: readonly number[];
  readonly members: readonly number[];
  /** The order of an even draw; null where one rule decided for all. */
  readonly order: readonly number[] | null;
};

/** Numbers of selected members with their probabilities. */
type Law = readonly (readonly [count: number, probability: number])[];

/** log of 1 / 2.5 %: what a bound at each end may miss. */
const logMiss = log(40);
/** lambda of the bounds: 2^-10 to 2^4 in steps of sqrt(2). */
const lambdas = Array.from({ length: 29 }, (_, index) => 2 ** (-10 + index / 2));

/**
 * Returns the range in which the number of a group's selected people lies in at least 95 of 100 studies with these
 * chances (Chernoff's bound, 2.5 % at each end):
 *
 *   P(S >= s) <= exp(sum of log E exp(lambda S_r) - lambda s)     for each lambda > 0, and the same for -S
 *
 * S_r counts the selected members of round r. An even draw has one random number: its order is in the log, so the
 * distribution of S_r is exact. Where one rule decides for all, only the chances are known. Of all ways to draw with
 * these chances, E exp is largest if all members with a chance above one number are selected together, so that one is
 * assumed.
 *
 * @returns whole numbers, 0 to the number of members
 */
export function drawnRange(rounds: readonly MembersInRound[]): Interval {
  const laws = rounds.filter(({ members }) => members.length > 0).map(lawOf);
  const most = rounds.reduce((sum, { members }) => sum + members.length, 0);
  const reach = (sign: 1 | -1) =>
    lambdas.map(
      (lambda) => laws.reduce((sum, law) => sum + logMeanExp(law, sign * lambda), logMiss) / lambda,
    );
  // Rounding must not leave out a number that the bound includes.
  const high = Math.floor(Math.min(most, ...reach(1)) + 1e-9);
  const low = Math.ceil(Math.max(0, -Math.min(...reach(-1))) - 1e-9);
  return { low, high };
}

function lawOf({ chances, members, order }: MembersInRound): Law {
  return order === null
    ? togetherLaw(members.map((place) => chances[place] ?? 0))
    : evenLaw(chances, members, order);
}

/** The members with the largest chances are selected together: j of them with the probability p_j - p_(j+1). */
function togetherLaw(chances: readonly number[]): Law {
  const sorted = [1, ...[...chances].sort((a, b) => b - a), 0];
  return possible(sorted.slice(0, -1).map((chance, count) => [count, chance - (sorted[count + 1] ?? 0)]));
}

/** The even draw's number u is the only random one: how many members are selected changes where their sums end. */
function evenLaw(chances: readonly number[], members: readonly number[], order: readonly number[]): Law {
  const isMember = new Set(members);
  const changes: [at: number, by: number][] = [];
  let [sum, count] = [0, 0];
  for (const position of order) {
    const start = sum;
    sum += chances[position] ?? 0;
    if (!isMember.has(position)) continue;
    // selected if a whole number + u is in [start, sum); at u = 0, before any change
    count += Math.ceil(sum) - Math.ceil(start);
    if (sum - start < 1) changes.push([start % 1, 1], [sum % 1, -1]);
  }
  changes.sort((a, b) => a[0] - b[0]);
  const law: [number, number][] = [];
  let from = 0;
  for (const [at, by] of changes) {
    law.push([count, at - from]);
    // A sum that ends at a whole number was counted at u = 0 already.
    if (at > 0) count += by;
    from = at;
  }
  law.push([count, 1 - from]);
  return possible(law);
}

function possible(law: Law): Law {
  return law.filter(([, probability]) => probability > 0);
}

/** log E exp(lambda S) without overflow. */
function logMeanExp(law: Law, lambda: number): number {
  const largest = Math.max(...law.map(([count]) => lambda * count));
  const mean = law.reduce((sum, [count, share]) => sum + share * exp(lambda * count - largest), 0);
  return largest + log(mean);
}
