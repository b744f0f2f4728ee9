import type { HypothesisClass } from "../classes/class.ts";
import type { Features } from "../config/spec.ts";
import { type FixedSpec, fixedChances } from "../policy/fixed.ts";
import { constantError } from "./constant-error.ts";
import { totalsOf } from "./exp2.ts";

/** Wrong decisions per person of the rules with which a policy is compared, in [0, 1] if the outcomes are known. */
export type YardstickErrors = {
  /** As many people as the policy picks, drawn at random. */
  readonly atRandom: number;
  readonly acceptNone: number;
  readonly acceptAll: number;
  /** The rule in force. null: its decisions are not known. */
  readonly inForce: number | null;
  /** The best policy whose chances never differ by more than alpha. null: the best rules are not known. */
  readonly unreportable: number | null;
};

/** What the best single rules of a class achieve on some people. */
export type BestRules = {
  /** The fewest errors per person. */
  readonly error: number;
  /** The largest covariance of a rule's decisions with the outcomes; at least 0, which constant rules have. */
  readonly covariance: number;
};

/**
 * Computes the errors of all yardsticks. A rule of chance q errs q + (1 - 2q) y per person.
 *
 * No panel can report a policy that mixes one chance for all people with a share a <= alpha of a single rule h:
 *
 *   free:            (1 - alpha) min(y, 1 - y) + alpha error(h), a = alpha and chance 0 or 1
 *   same number P:   P + (1 - 2P) y - 2a cov(h, outcome), a = min(alpha, P, 1 - P): with a larger share the one chance
 *                    could leave [0, 1]
 *
 * @param yesShare y: the share of outcomes yes, or its estimate
 * @param pickedShare P: the share of people that the compared policy picks
 * @param hasNumber whether the compared policy has a number of picks, so that the unreportable one picks as many
 * @param best of single rules; null: not known
 * @param inForce errors per person of the rule in force; null: not known
 */
export function yardstickErrors({
  yesShare,
  pickedShare,
  hasNumber,
  best,
  inForce,
  alpha,
}: {
  yesShare: number;
  pickedShare: number;
  hasNumber: boolean;
  best: BestRules | null;
  inForce: number | null;
  alpha: number;
}): YardstickErrors {
  const atRandom = constantError(pickedShare, yesShare);
  const share = hasNumber ? Math.min(alpha, pickedShare, 1 - pickedShare) : alpha;
  const unreportable = ({ error, covariance }: BestRules) =>
    hasNumber
      ? atRandom - 2 * share * covariance
      : (1 - share) * Math.min(yesShare, 1 - yesShare) + share * error;
  return {
    atRandom,
    acceptNone: constantError(0, yesShare),
    acceptAll: constantError(1, yesShare),
    inForce,
    unreportable: best && unreportable(best),
  };
}

/** A person with the outcome: 1 for yes, 0 for no, or an estimate of it such as y/p. */
export type PersonWithOutcome = { readonly features: Features; readonly outcome: number };

/**
 * Finds what the best single rules achieve: the least mean of y + h(x) (1 - 2y), and the largest of h(x) (y - mean y).
 * From estimated outcomes both look better than they are on average, because the rules are chosen with them.
 *
 * @param rules a class whose rules are listed
 * @param people at least one
 * Cost: O(N people/4).
 */
export function bestRules(rules: HypothesisClass, people: readonly PersonWithOutcome[]): BestRules {
  const yesShare = people.reduce((sum, { outcome }) => sum + outcome, 0) / people.length;
  const least = (costOf: (outcome: number) => number) =>
    totalsOf(rules)
      .plus(people.map(({ features, outcome }) => ({ individual: features, cost: costOf(outcome) })))
      .loss.reduce((smallest, loss) => Math.min(smallest, loss), Number.POSITIVE_INFINITY) / people.length;
  return {
    error: yesShare + least((outcome) => 1 - 2 * outcome),
    covariance: -least((outcome) => yesShare - outcome),
  };
}

/** Returns the errors per person of the rule in force: the mean of q + (1 - 2q) y. @param people at least one */
export function fixedError(
  rule: Pick<FixedSpec, "columns" | "chance">,
  people: readonly PersonWithOutcome[],
): number {
  const chances = fixedChances(
    rule,
    people.map(({ features }) => features),
  );
  const errors = people.map(({ outcome }, i) => constantError(Number(chances[i]), outcome));
  return errors.reduce((sum, error) => sum + error, 0) / people.length;
}
