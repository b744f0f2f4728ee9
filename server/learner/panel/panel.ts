import type { PairRule, PanelRule } from "#server/learner/config/spec.ts";
import type { WeightedPair } from "#server/learner/interface/learner.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { exactGaps } from "./eligibility.ts";
import { choosePair, collectFlags, type FlaggedPair, type Pair } from "./pairs.ts";
import { type BoundPanelRule, bindPanelRule } from "./panel-rule.ts";

/** A round with the panel's ballots. Seats without a ballot count in m and flag nothing. */
export type PanelQuestion = {
  /** π^t(x_i), the logged decimals: [k] */
  readonly chances: readonly string[];
  /** α, a decimal in [0, 1) */
  readonly alpha: string;
  /** When flags make a violation; { kind: "share", gamma } is Definition 2.4. */
  readonly rule: PanelRule;
  /** m, the number of seats */
  readonly seatCount: number;
  /**
   * V^j by seat, each in any order, an empty list for a seat without a ballot: [m], or fewer if the rule only counts
   */
  readonly flags: readonly (readonly Pair[])[];
  readonly pairRule: PairRule;
};

/**
 * A pair whose flags satisfy the panel's rule. `weight` is a decimal, "0" for a pair that a single-pair rule did not
 * choose.
 */
export type Violation = {
  readonly high: number;
  readonly low: number;
  readonly flagCount: number;
  readonly weight: string;
};

export type PanelDecision = {
  /**
   * Every violation of the round, sorted by high, then low. The weights sum to 1, under `all` each is 1, or the list is
   * empty.
   */
  readonly violations: readonly Violation[];
};

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
  const { exceedsAlpha } = exactGaps(chances)(alpha);
  const pairs: Pair[] = [];
  // Stryker disable next-line EqualityOperator: a position outside the round has no rank, and is never further than alpha from another
  for (let high = 0; high < chances.length; high++) {
    // Stryker disable next-line EqualityOperator: a position outside the round has no rank, and is never further than alpha from another
    for (let low = 0; low < chances.length; low++) {
      if (exceedsAlpha(high, low)) pairs.push([high, low]);
    }
  }
  return pairs;
}

/**
 * Decides a round: counts the flags on each pair, finds every violation and shares one unit of weight among them, or
 * gives each of them one unit.
 *
 *   violation on (i, j)  ⇔  f({ s : (i, j) in V^s }),  f the panel's rule;
 *   for a share γ: |{ s : .. }| >= r = max(1, ⌈γ m⌉)
 *   average: 1/n each · largest-gap: 1 on the largest π(x_i) - π(x_j) · most-flags: 1 on the most flagged, then on
 *   the larger gap; remaining ties go to the lowest high, then the lowest low · all: 1 each. Gaps are compared exactly.
 *
 * @throws LearnerError "shape" if there are more ballots than seats, fewer under a rule that names auditors, or a
 *   position is not in the round; "pair-not-eligible" on a flag whose gap does not exceed α; "range"; "not-a-decimal";
 *   as bindPanelRule
 * @returns a decision that does not depend on the order of flags, nor of ballots if the rule only counts; a pair
 *   repeated in one ballot is one flag
 * Cost: O(k² + flags), and the rule's once a flagged pair.
 * Source: NOTATION rows "panel", "panel rule", "λ" (Def. 2.4; averaging and other rules are [derived]).
 */
export function decidePanel(question: PanelQuestion): PanelDecision {
  const { chances, alpha, seatCount, flags, pairRule } = question;
  const rule = bindPanelRule(question.rule, seatCount);
  if (flags.length > seatCount || (rule.namesAuditors && flags.length < seatCount)) {
    throw new LearnerError("shape", `${flags.length} ballots for ${seatCount} seats`);
  }
  const gaps = exactGaps(chances)(alpha);
  const flagged = collectFlags(flags, chances.length, gaps);
  const violating = flagged.filter(({ flagging }) => rule.decides(flagging));
  const chosen = choosePair(violating, pairRule, gaps);
  const share = pairRule === "all" ? "1" : String(1 / violating.length);
  const weight = (pair: FlaggedPair) => (chosen === undefined ? share : pair === chosen ? "1" : "0");
  const violations = violating.map((pair) => ({
    high: pair.high,
    low: pair.low,
    flagCount: pair.flagging.size,
    weight: weight(pair),
  }));
  return { violations };
}

/** Returns the violations that carry weight, in the form for the learner and the Lagrangian loss. */
export function pairsInEffect(violations: readonly Violation[]): WeightedPair[] {
  return violations
    .map(({ high, low, weight }) => ({ high, low, weight: Number(weight) }))
    .filter(({ weight }) => weight > 0);
}

/**
 * Returns the pivotal ("representative") auditor on one pair. When flags are added in the order of the distances, the
 * flag of this auditor makes the panel's rule true. For every policy, the panel sees a violation on the pair exactly
 * when this auditor sees an α-violation on it.
 *
 *   s = i_r,  r the smallest n with f({i_1..i_n}),  d^{i_1}(x,x') <= ... <= d^{i_m}(x,x'),
 *   equal distances by lowest index
 *
 * At a gap g, all auditors with d < g - α flag: a beginning of this order that does not split equal distances. f is
 * monotone, so it is true for them exactly if i_r is among them. For a share γ, r = max(1, ⌈γ m⌉) whatever the order:
 * Lemma 4.1.
 *
 * @param distances d^1..d^m on the pair: [m], each finite and >= 0
 * @returns the auditor's index, from 0
 * @throws LearnerError "range" on a distance; "shape" if there is not one for each seat
 * Cost: O(m log m), and O(log m) times the cost of the rule.
 * Source: NOTATION row "pivotal auditor" (Lemma 4.1; for other rules [derived]).
 */
export function pivotalAuditor(distances: readonly number[], rule: BoundPanelRule): number {
  if (distances.length !== rule.seatCount) {
    throw new LearnerError("shape", `${distances.length} distances for ${rule.seatCount} seats`);
  }
  if (!distances.every((d) => Number.isFinite(d) && d >= 0)) {
    throw new LearnerError("range", "a distance is negative or not finite");
  }
  const order = distances.map((_, auditor) => auditor);
  order.sort((a, b) => (distances[a] as number) - (distances[b] as number) || a - b);
  // f holds for all auditors: the last one need not be tried
  const pivot = firstWhere(order.length - 1, (place) => rule.decides(new Set(order.slice(0, place + 1))));
  return order[pivot] as number;
}
