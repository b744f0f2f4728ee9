import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { fillNoise, laplaceStream } from "#server/learner/ftpl/noise.ts";
import type { Oracle } from "#server/learner/oracles/oracle.ts";

/** A rule, and its decision in each context: [contexts]. */
export type FoundRule = { readonly hypothesis: number; readonly decisions: Uint8Array };

/**
 * Finds rules of little Σ_a costs_a h(a): first the rule of the least, ties by the lowest number; then, as often as
 * requested, a rule that is least with a little noise, each rule once.
 */
export type RuleSearch = (
  costs: Float64Array,
  near: number,
) => readonly [least: FoundRule, ...near: FoundRule[]];

/** An arbitrary seed of 32 bytes: other noise finds other rules nearby. */
const SEED = "5e".repeat(32);
/** The size of a rule's noise relative to what the least rule is worth: from little to much. */
const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;

/**
 * Returns the oracle as a search over contexts.
 *
 * @param people one from each context; may grow between two searches
 * Cost of a search: the cells of each context, a call of the oracle for each requested rule, and each rule found in
 * each context.
 */
export function searchOf(rules: HypothesisClass, oracle: Oracle, people: readonly Features[]): RuleSearch {
  const none = new Float64Array(rules.separator.size);
  return (costs, near) => {
    const history = new Float64Array(oracle.cellCount);
    for (const [a, person] of people.entries()) {
      for (const cell of oracle.cells(person)) {
        history[cell] = (history[cell] as number) + (costs[a] as number);
      }
    }
    const find = oracle.search(oracle.transformHistory(history));
    const decided = (hypothesis: number): FoundRule => ({
      hypothesis,
      decisions: Uint8Array.from(people, (person) => rules.evaluate(hypothesis, person)),
    });
    const least = decided(find(none));
    const worth = Math.abs(costs.reduce((sum, cost, a) => sum + cost * (least.decisions[a] as number), 0));
    const found = new Set([least.hypothesis]);
    const next = laplaceStream(SEED, 0);
    const noise = new Float64Array(none.length);
    // Stryker disable next-line EqualityOperator: the order in which rules join does not change the final loss
    for (let n = 0; n < near && worth > 0; n++) {
      const share = NOISE_SHARES[n % NOISE_SHARES.length] as number;
      // a rule accepts about half of the contexts, each with a variance of 2 over the rate squared
      fillNoise(noise, next, 1, Math.sqrt(none.length) / (share * worth));
      found.add(find(noise));
    }
    const [, ...others] = found;
    return [least, ...others.map(decided)];
  };
}
