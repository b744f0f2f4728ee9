import { LearnerError } from "./errors.ts";
import { type CountedPair, choosePair, countFlags, exactGaps, type Pair } from "./pairs.ts";
import { LIMITS } from "./params.ts";
import type { Gamma, PairRule } from "./spec.ts";

/** A round as the panel left it. Seats without a ballot count in m and flag nothing. */
export type PanelQuestion = {
  /** π^t(x_i), the logged decimals: [k] */
  readonly chances: readonly string[];
  /** α, a decimal in [0, 1) */
  readonly alpha: string;
  readonly gamma: Gamma;
  /** m, the number of seats */
  readonly seatCount: number;
  /** V^j per ballot: at most m lists of flagged pairs, in any order */
  readonly flags: readonly (readonly Pair[])[];
  readonly pairRule: PairRule;
};

/** A pair that enough auditors flagged. `weight` is a decimal, "0" for a pair that a single-pair rule passed over. */
export type Violation = {
  readonly high: number;
  readonly low: number;
  readonly flagCount: number;
  readonly weight: string;
};

export type PanelDecision = {
  /** r: how many flags make a violation */
  readonly needed: number;
  /** Every (α,γ)-violation of the round, sorted by high, then low; the weights sum to 1 or the list is empty. */
  readonly violations: readonly Violation[];
};

/**
 * The number of flags that make a violation.
 *
 *   r = max(1, ⌈γ m⌉) = ⌊(a m + b - 1)/b⌋,  γ = a/b: the smallest n with n/m >= γ, in integers
 *
 * @param gamma a/b with 1 <= a <= b <= LIMITS.gammaDenominator
 * @param m seats, 1..LIMITS.seats
 * @returns r in 1..m
 * @throws LearnerError "gamma-outside" (γ = 0 too: every pair would violate); "range" on m
 * Source: NOTATION row "r" (Def. 2.3, 2.4).
 */
export function neededFlags(gamma: Gamma, m: number): number {
  const { numerator, denominator } = gamma;
  const isShare =
    Number.isInteger(numerator) &&
    Number.isInteger(denominator) &&
    numerator >= 1 &&
    numerator <= denominator &&
    denominator <= LIMITS.gammaDenominator;
  if (!isShare) throw new LearnerError("gamma-outside", `gamma ${numerator}/${denominator} is not in (0, 1]`);
  if (!Number.isInteger(m) || m < 1 || m > LIMITS.seats) {
    throw new LearnerError("range", `a panel of ${m} seats`);
  }
  // a m + b < 2^53 by the limits; the remainder makes the division exact
  const dividend = numerator * m + denominator - 1;
  return (dividend - (dividend % denominator)) / denominator;
}

/**
 * Lists the ordered pairs that an auditor may flag: with d >= 0 no other pair can be an α-violation.
 *
 *   { (i, j) : π(x_i) - π(x_j) > α },  strictly and exactly
 *
 * @param chances the logged decimals: [k], each in [0, 1]
 * @param alpha a decimal in [0, 1)
 * @returns pairs sorted by first, then second position
 * @throws LearnerError "not-a-decimal"; "range"
 * Cost: O(k²).  Source: NOTATION row "α-violation" (Def. 2.1).
 */
export function eligiblePairs(chances: readonly string[], alpha: string): Pair[] {
  const gaps = exactGaps(chances, alpha);
  const pairs: Pair[] = [];
  for (let high = 0; high < chances.length; high++) {
    for (let low = 0; low < chances.length; low++) {
      if (gaps.exceedsAlpha(high, low)) pairs.push([high, low]);
    }
  }
  return pairs;
}

/**
 * Decides a round: counts the flags on each pair, finds every violation and shares one unit of weight among them.
 *
 *   violation on (i, j)  ⇔  |{ s : (i, j) in V^s }| >= r
 *   average: 1/n each · largest-gap: 1 on the largest π(x_i) - π(x_j) · most-flags: 1 on the most flagged, then on
 *   the larger gap; remaining ties go to the lowest high, then the lowest low. Gaps are compared exactly.
 *
 * @throws LearnerError "shape" if there are more ballots than seats or a position is not in the round;
 *   "pair-not-eligible" on a flag whose gap does not exceed α; "gamma-outside"; "range"; "not-a-decimal"
 * @returns the same for any order of ballots and of flags; a pair repeated in one ballot is one flag
 * Cost: O(k + flags).  Source: NOTATION rows "panel", "λ" (Def. 2.4; averaging is [derived]).
 */
export function decidePanel(question: PanelQuestion): PanelDecision {
  const { chances, alpha, gamma, seatCount, flags, pairRule } = question;
  const needed = neededFlags(gamma, seatCount);
  if (flags.length > seatCount) {
    throw new LearnerError("shape", `${flags.length} ballots for ${seatCount} seats`);
  }
  const gaps = exactGaps(chances, alpha);
  const counted = countFlags(flags, chances.length, gaps);
  const violating = counted.filter(({ flagCount }) => flagCount >= needed);
  const chosen = choosePair(violating, pairRule, gaps);
  const share = String(1 / violating.length);
  const weight = (pair: CountedPair) => (chosen === undefined ? share : pair === chosen ? "1" : "0");
  return { needed, violations: violating.map((pair) => ({ ...pair, weight: weight(pair) })) };
}

/**
 * The pivotal ("representative") auditor on one pair: who has the r-th smallest distance there. For every policy, the
 * panel sees an (α,γ)-violation on the pair exactly when this auditor sees an α-violation on it.
 *
 *   s = i_r  with  d^{i_1}(x,x') <= ... <= d^{i_m}(x,x'),  equal distances by lowest index
 *
 * @param distances d^1..d^m on the pair: [m], each finite and >= 0
 * @returns the auditor's index, from 0
 * @throws LearnerError "range" on a distance; "gamma-outside"
 * Cost: O(m log m).  Source: NOTATION row "pivotal auditor" (Lemma 4.1).
 */
export function pivotalAuditor(distances: readonly number[], gamma: Gamma): number {
  const needed = neededFlags(gamma, distances.length);
  if (!distances.every((d) => Number.isFinite(d) && d >= 0)) {
    throw new LearnerError("range", "a distance is negative or not finite");
  }
  const order = distances.map((distance, auditor) => ({ distance, auditor }));
  order.sort((a, b) => a.distance - b.distance || a.auditor - b.auditor);
  const pivotal = order[needed - 1];
  if (pivotal === undefined) throw new LearnerError("shape", "an empty panel");
  return pivotal.auditor;
}
