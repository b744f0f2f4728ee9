import type { HypothesisClass } from "../classes/class.ts";
import type { Features } from "../config/spec.ts";
import { type FixedSpec, fixedChances } from "../policy/fixed.ts";
import { totalsOf } from "./exp2.ts";

/** Wrong decisions per person of the rules with which a policy is compared, in [0, 1] if the outcomes are known. */
export type YardstickErrors = {
  /** As many people as the policy picks, drawn at random. */
  readonly atRandom: number;
  readonly acceptNone: number;
  readonly acceptAll: number;
  /** The rule in force. null: its decisions are not known. */
  readonly inForce: number | null;
  /**
   * (1 - alpha) times the better of the two constant rules plus alpha times the best single rule. Its chances never
   * differ by more than alpha, so no panel can report it. null: the best rule is not known.
   */
  readonly unreportable: number | null;
};

/**
 * Computes the errors of all yardsticks. A rule of chance q errs q + (1 - 2q) y per person.
 *
 * @param yesShare y: the share of outcomes yes, or its estimate
 * @param pickedShare the share of people that the compared policy picks
 * @param bestRule errors per person of the best single rule; null: not known
 * @param inForce errors per person of the rule in force; null: not known
 */
export function yardstickErrors({
  yesShare,
  pickedShare,
  bestRule,
  inForce,
  alpha,
}: {
  yesShare: number;
  pickedShare: number;
  bestRule: number | null;
  inForce: number | null;
  alpha: number;
}): YardstickErrors {
  const better = Math.min(yesShare, 1 - yesShare);
  return {
    atRandom: constantError(pickedShare, yesShare),
    acceptNone: constantError(0, yesShare),
    acceptAll: constantError(1, yesShare),
    inForce,
    unreportable: bestRule === null ? null : (1 - alpha) * better + alpha * bestRule,
  };
}

/** Returns q + (1 - 2q) y: the errors per person of a rule that gives everyone the chance q. */
export function constantError(chance: number, yesShare: number): number {
  return chance + (1 - 2 * chance) * yesShare;
}

/** A person with the outcome: 1 for yes, 0 for no, or an estimate of it such as y/p. */
export type PersonWithOutcome = { readonly features: Features; readonly outcome: number };

/**
 * Returns the fewest errors per person of a single rule: the mean of y + h(x) (1 - 2y), least over the class. From
 * estimated outcomes it is too small on average, because the rule is chosen with them.
 *
 * @param rules a class whose rules are listed
 * @param people at least one
 * Cost: O(N people/8).
 */
export function bestRuleError(rules: HypothesisClass, people: readonly PersonWithOutcome[]): number {
  const charges = people.map(({ features, outcome }) => ({ individual: features, cost: 1 - 2 * outcome }));
  const least = totalsOf(rules)
    .plus(charges)
    .loss.reduce((smallest, loss) => Math.min(smallest, loss), Number.POSITIVE_INFINITY);
  const yes = people.reduce((sum, { outcome }) => sum + outcome, 0);
  return (least + yes) / people.length;
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
