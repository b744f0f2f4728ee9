import { alignDecimals } from "#server/learner/numbers/decimal.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { PairRule } from "#server/learner/spec/spec.ts";

/** An ordered pair of positions in a round: the first was treated better than the second. */
export type Pair = readonly [high: number, low: number];

/** The gaps π(x_i) - π(x_j) of a round in exact arithmetic: integers on one common scale. */
export type ExactGaps = {
  readonly gap: (high: number, low: number) => bigint;
  /** Whether π(x_i) - π(x_j) > α, strictly. */
  readonly exceedsAlpha: (high: number, low: number) => boolean;
};

/**
 * Reads a round's logged chances and α exactly.
 *
 * @param chances π(x_i): [k], decimals in [0, 1]
 * @param alpha α, a decimal in [0, 1)
 * @throws LearnerError "not-a-decimal"; "range"
 */
export function exactGaps(chances: readonly string[], alpha: string): ExactGaps {
  const [one = 1n, limit = 0n, ...values] = alignDecimals(["1", alpha, ...chances]);
  if (limit < 0n || limit >= one) throw new LearnerError("range", `alpha ${alpha} is not in [0, 1)`);
  if (values.some((value) => value < 0n || value > one)) {
    throw new LearnerError("range", "a chance is not in [0, 1]");
  }
  const gap = (high: number, low: number) => (values[high] ?? 0n) - (values[low] ?? 0n);
  return { gap, exceedsAlpha: (high, low) => gap(high, low) > limit };
}

/** Order of pairs wherever ties are broken or lists are written: first position, then second. */
function comparePairs(a: Pair, b: Pair): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** A pair with the seats that flagged it: at least one. */
export type FlaggedPair = {
  readonly high: number;
  readonly low: number;
  readonly flagging: ReadonlySet<number>;
};

/**
 * Collects who flagged each pair; a pair repeated in one ballot is one flag.
 *
 *   F = { s : (i, j) in V^s }
 *
 * @param flags V^s by seat, each in any order
 * @param k people in the round
 * @returns flagged pairs, sorted by high, then low
 * @throws LearnerError "shape" on a position outside the round; "pair-not-eligible"
 */
export function collectFlags(flags: readonly (readonly Pair[])[], k: number, gaps: ExactGaps): FlaggedPair[] {
  const seats = new Map<number, Set<number>>();
  flags.forEach((ballot, seat) => {
    for (const pair of ballot) {
      const key = keyOf(pair, k);
      const flagging = seats.get(key);
      if (flagging !== undefined) flagging.add(seat);
      else {
        requireEligible(pair, gaps);
        seats.set(key, new Set([seat]));
      }
    }
  });
  const flagged = [...seats].map(([key, flagging]) => ({
    high: Math.floor(key / k),
    low: key % k,
    flagging,
  }));
  return flagged.sort((a, b) => comparePairs([a.high, a.low], [b.high, b.low]));
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
