import type { Features } from "#server/learner/spec/spec.ts";
import type { HypothesisClass } from "../hypotheses/class.ts";
import type { Oracle } from "../oracles/oracle.ts";

/** A rule, and what it decides in each context: [contexts]. */
export type FoundRule = { readonly hypothesis: number; readonly decisions: Uint8Array };

/** The rule of least Σ_a costs_a h(a), ties by the lowest number. */
export type RuleSearch = (costs: Float64Array) => FoundRule;

/**
 * The oracle as a search over contexts.
 *
 * @param people one of each context; may grow between two searches
 * Cost of a search: one call of the oracle, and its cells and one rule for each context.
 */
export function searchOf(rules: HypothesisClass, oracle: Oracle, people: readonly Features[]): RuleSearch {
  return (costs) => {
    const history = new Float64Array(oracle.cellCount);
    for (const [a, person] of people.entries()) {
      for (const cell of oracle.cells(person)) {
        history[cell] = (history[cell] as number) + (costs[a] as number);
      }
    }
    const noise = new Float64Array(rules.separator.size);
    const hypothesis = oracle.search(oracle.transformHistory(history))(noise);
    return { hypothesis, decisions: Uint8Array.from(people, (person) => rules.evaluate(hypothesis, person)) };
  };
}
