import { published, pullOf } from "../guarded/pull.ts";
import { openRandom, type Random, withRandom } from "../numeric/randomness.ts";
import { computedGapExceeds } from "../panel/eligibility.ts";
import type { PickBounds } from "../policy/picks.ts";

/** The tolerance for a sum of chances that is below a whole number only by the rounding of doubles. */
const ROUNDING = 1e-12;

/** The limit of a round in mode `guarded`; null in other modes, where chances are published unchanged. */
export type RoundLimit = {
  readonly tau: number;
  readonly left: number;
  readonly lead: number | null;
} | null;

/**
 * Returns the expected number of pairs that may be judged in a random round of k people without a limit. Exact. Cost:
 * O(n log n).
 */
export function expectedPairs(chances: readonly number[], k: number, alpha: number): number {
  const n = chances.length;
  if (n < 2) return 0;
  return pairsAbove(chances, alpha) * ((k * (k - 1)) / (n * (n - 1)));
}

/**
 * Counts the pairs that are further apart than alpha.
 *
 * @param chances [n], in any order
 */
export function pairsAbove(chances: readonly number[], alpha: number): number {
  const sorted = Float64Array.from(chances).sort();
  let pairs = 0;
  let low = 0;
  for (const chance of sorted) {
    while (computedGapExceeds(chance, sorted[low] as number, alpha)) low += 1;
    pairs += low;
  }
  return pairs;
}

/** One simulated round: the positions of its people, and the chances that would be published. */
export type SyntheticRound = { readonly members: readonly number[]; readonly chances: readonly number[] };

/**
 * Generates random rounds of k of n people, with the chances that an opening would publish.
 *
 * @param n people
 * @param chancesOf returns the chances of a round's members before the limit
 * @param bounds of the number of picks of k people; null: none
 * @param count the number of rounds; if k = n, there is only one
 */
export function* syntheticRounds(
  n: number,
  k: number,
  {
    alpha,
    limit,
    bounds,
    count,
    chancesOf,
  }: {
    alpha: number;
    limit: RoundLimit;
    bounds: PickBounds | null;
    count: number;
    chancesOf: (members: readonly number[]) => readonly number[];
  },
): Generator<SyntheticRound & { readonly pull: number; readonly target: number }> {
  const order = Array.from({ length: n }, (_, index) => index);
  let state = openRandom(1, "people");
  for (let round = 0; round < (k === n ? 1 : count); round++) {
    const drawn = withRandom(state, (random) => drawMembers(order, k, random));
    state = drawn.state;
    const members = drawn.result;
    const own = chancesOf(members);
    if (limit === null) yield { members, chances: own, pull: 0, target: 0 };
    else {
      const pulled = pullOf(own, { alpha, bounds, ...limit });
      yield { members, chances: published(own, pulled), pull: pulled.pull, target: pulled.target };
    }
  }
}

/** Returns the first k people after k steps of a shuffle. */
function drawMembers(order: number[], k: number, random: Random): number[] {
  for (let i = 0; i < k; i++) {
    const other = i + random.below(order.length - i);
    const member = order[i] as number;
    order[i] = order[other] as number;
    order[other] = member;
  }
  return order.slice(0, k);
}

/**
 * Adds the number of people that an even draw picks with these chances: their sum rounded down, or up with the
 * probability of the remainder.
 */
export function addEvenPicks(picked: Float64Array, chances: readonly number[], weight: number): void {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  const whole = Math.min(picked.length - 1, Math.floor(sum + ROUNDING));
  const rest = Math.max(0, sum - whole);
  picked[whole] = (picked[whole] as number) + weight * (1 - rest);
  if (rest > 0 && whole + 1 < picked.length) {
    picked[whole + 1] = (picked[whole + 1] as number) + weight * rest;
  }
}
