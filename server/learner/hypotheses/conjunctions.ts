import { LearnerError } from "../errors.ts";
import { LIMITS } from "../params.ts";
import type { Column, Features, Predicate } from "../spec.ts";
import { checkWidth } from "./cells.ts";
import { ACCEPT_EVERYONE, ACCEPT_NO_ONE, checkHypothesis, type HypothesisClass } from "./class.ts";
import { bindPredicate, checkDistinct } from "./predicates.ts";

/**
 * Monotone conjunctions over n named predicates: accept whoever answers yes to every predicate of a set S.
 *
 *   h_0 = 0,  h_{1+S}(x) = Π_{b in S} q_b(x),  S a bit mask in 0..2^n-1, bit b for predicate b;  h_1 = 1 (S empty)
 *
 * @param columns the study's columns
 * @param predicates [n], n from 0 to LIMITS.predicates, no two alike
 * @returns a class of N = 1 + 2^n rules
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 * Cost: O(2^n) per person for `bits`, O(n) for `evaluate`.  Source: NOTATION row "conjunctions" (Remark 4.7).
 */
export function conjunctions(columns: readonly Column[], predicates: readonly Predicate[]): HypothesisClass {
  const count = predicates.length;
  if (count > LIMITS.predicates) {
    throw new LearnerError("class-too-large", `${count} predicates, at most ${LIMITS.predicates}`);
  }
  const bound = predicates.map((predicate) => bindPredicate(columns, predicate));
  checkDistinct(predicates);
  const size = 1 + (1 << count);

  return {
    size,
    constants: { none: 0, all: 1 },
    bits(individual) {
      const refused = failedPredicates(individual);
      const bits = new Uint8Array(size);
      // h_{1+S}(x) = 1 iff S holds none of the predicates that x fails
      for (let mask = 0; mask < size - 1; mask++) bits[1 + mask] = (mask & refused) === 0 ? 1 : 0;
      return bits;
    },
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      const refused = failedPredicates(individual);
      return hypothesis > 0 && ((hypothesis - 1) & refused) === 0 ? 1 : 0;
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      if (hypothesis < 2) return hypothesis === 0 ? ACCEPT_NO_ONE : ACCEPT_EVERYONE;
      const words = bound.filter((_, b) => ((hypothesis - 1) >> b) & 1).map((predicate) => predicate.words);
      return `accept if ${words.join(" and ")}`;
    },
  };

  /** The bit mask of the predicates that do not hold for x. */
  function failedPredicates(individual: Features): number {
    checkWidth(individual, columns.length);
    return bound.reduce((mask, predicate, b) => (predicate.holds(individual) ? mask : mask | (1 << b)), 0);
  }
}
