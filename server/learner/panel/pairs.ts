import type { PairRule } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { ExactGaps } from "./eligibility.ts";

/** An ordered pair of positions in a round: the first was treated better than the second. */
export type Pair = readonly [high: number, low: number];

/** The seats that flag a pair. */
export type Flagging = Pick<ReadonlySet<number>, "size" | "has" | typeof Symbol.iterator>;

/** A pair with the seats that flagged it: at least one. */
export type FlaggedPair = { readonly high: number; readonly low: number; readonly flagging: Flagging };

/**
 * Collects the seats that flagged each pair; a pair repeated in one ballot is one flag.
 *
 *   F = { s : (i, j) in V^s }
 *
 * @param flags V^s by seat, each in any order
 * @param k people in the round
 * @returns flagged pairs, sorted by high, then low
 * @throws LearnerError "shape" on a position outside the round; "pair-not-eligible"
 * Cost: O(k² + flags).
 */
export function collectFlags(flags: readonly (readonly Pair[])[], k: number, gaps: ExactGaps): FlaggedPair[] {
  const counts = new Int32Array(k * k);
  const newest = new Int32Array(k * k);
  const once = flags.map((ballot, seat) =>
    ballot.flatMap((pair) => {
      const key = keyOf(pair, k);
      if (newest[key] === 0) requireEligible(pair, gaps);
      if (newest[key] === seat + 1) return [];
      newest[key] = seat + 1;
      counts[key] = (counts[key] as number) + 1;
      return [key];
    }),
  );
  const flagged: FlaggedPair[] = [];
  const seats = new Int32Array(once.reduce((sum, { length }) => sum + length, 0));
  // from here on: the position for a pair's next seat
  const next = newest;
  let end = 0;
  for (let key = 0; key < k * k; key += 1) {
    const count = counts[key] as number;
    if (count === 0) continue;
    const flagging = new Seats(seats.subarray(end, end + count));
    flagged.push({ high: Math.floor(key / k), low: key % k, flagging });
    next[key] = end;
    end += count;
  }
  for (const [seat, keys] of once.entries()) {
    for (const key of keys) {
      const place = next[key] as number;
      seats[place] = seat;
      next[key] = place + 1;
    }
  }
  return flagged;
}

/** Numbers of seats, ascending. Avoids a set for each of very many pairs. */
class Seats implements Flagging {
  readonly #seats: Int32Array;

  constructor(seats: Int32Array) {
    this.#seats = seats;
  }

  get size(): number {
    return this.#seats.length;
  }

  has(seat: number): boolean {
    return this.#seats.includes(seat);
  }

  [Symbol.iterator]() {
    return this.#seats[Symbol.iterator]();
  }
}

/**
 * Picks the pair of a single-pair rule: the largest gap, or the most flags and then the larger gap, compared exactly.
 *
 * @param violating sorted by high, then low: the first of equals wins
 * @returns undefined under `average` and `all`, or without a violation
 * @throws LearnerError "unknown-kind" on another rule
 */
export function choosePair(
  violating: readonly FlaggedPair[],
  rule: PairRule,
  gaps: ExactGaps,
): FlaggedPair | undefined {
  if (rule === "average" || rule === "all") return undefined;
  if (rule !== "largest-gap" && rule !== "most-flags") {
    throw new LearnerError("unknown-kind", `there is no pair rule ${JSON.stringify(rule)}`);
  }
  let best: FlaggedPair | undefined;
  for (const pair of violating) {
    const wider = best === undefined || gaps.gap(pair.high, pair.low) > gaps.gap(best.high, best.low);
    const more = rule === "most-flags" && best !== undefined ? pair.flagging.size - best.flagging.size : 0;
    if (more > 0 || (more === 0 && wider)) best = pair;
  }
  return best;
}

function keyOf([high, low]: Pair, k: number): number {
  for (const position of [high, low]) {
    if (!Number.isInteger(position) || position < 0 || position >= k) {
      throw new LearnerError("shape", `position ${position} is not in a round of ${k}`);
    }
  }
  return high * k + low;
}

function requireEligible([high, low]: Pair, gaps: ExactGaps): void {
  if (gaps.exceedsAlpha(high, low)) return;
  throw new LearnerError("pair-not-eligible", `the gap of pair (${high}, ${low}) does not exceed alpha`);
}
