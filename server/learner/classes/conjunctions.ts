import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "./answers.ts";
import type { HypothesisClass } from "./class.ts";
import type { RuleWords } from "./rule-words.ts";
import { signedClass } from "./signed-class.ts";
import { subsetClass } from "./subset-class.ts";

/**
 * Monotone conjunctions over n named predicates: accept people who answer yes to every predicate of a set S.
 *
 *   h_0 = 0,  h_{1+S}(x) = Π_{b in S} q_b(x),  S a bit mask in 0..2^n-1, bit b for predicate b;  h_1 = 1 (S empty)
 *
 * Separator, s = n + 1, over answer vectors: all yes (separates h_0 from the rest), then for each b all yes but b.
 *
 * @param columns the study's columns
 * @param predicates [n], n from 0 to LIMITS.predicates, no two alike
 * @returns a class of N = 1 + 2^n rules
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 * Cost: O(2^n) per person for `bits`, O(n) for `evaluate`.  Source: NOTATION row "conjunctions" (Remark 4.7).
 */
export function conjunctions(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  say?: RuleWords,
): HypothesisClass {
  const questions = bindQuestions(columns, predicates, LIMITS.predicates, say);
  const allYes = 2 ** questions.count - 1;
  const rules = subsetClass(questions, {
    join: "and",
    empty: 1,
    accepts: (h, answers) => h > 0 && ((h - 1) & ~answers) === 0,
    separatorContext: (point) => (point === 0 ? allYes : allYes & ~(1 << (point - 1))),
  });
  return {
    ...rules,
    bits(individual) {
      const answers = questions.answers(individual);
      const bits = new Uint8Array(rules.size);
      // h_{1+S}(x) = 1 iff S holds no predicate that x fails: adding predicate b keeps the answer or makes it 0
      bits[1] = 1;
      // Stryker disable next-line EqualityOperator: no person's answers contain a bit past the last question
      for (let half = 1; half < rules.size - 1; half *= 2) {
        if ((answers & half) !== 0) bits.copyWithin(1 + half, 1, 1 + half);
      }
      return bits;
    },
  };
}

/**
 * Signed conjunctions: each predicate is left out, must be yes, or must be no.
 *
 *   h_0 = 0,  h_{1+c}(x) = Π_{b: d_b = 1} q_b(x) Π_{b: d_b = 2} (1 - q_b(x)),  c = Σ_b d_b 3^b in 0..3^n-1;  h_1 = 1
 *
 * Separator, s = 2n + 1, over literals (bit 2b: "q_b", bit 2b+1: "not q_b", independent of each other): all true, then
 * for each literal all true but this one. Over answer vectors alone, only all 2^n of them separate, because a rule with
 * n literals accepts one vector.
 *
 * @param predicates [n], n from 0 to LIMITS.signedPredicates, no two alike
 * @returns a class of N = 1 + 3^n rules
 * @throws LearnerError as conjunctions
 * Cost: O(3^n) per person for `bits`.  Source: NOTATION row "signed conjunctions" (Remark 4.7).
 */
export function signedConjunctions(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  say?: RuleWords,
): HypothesisClass {
  return signedClass(
    bindQuestions(columns, predicates, LIMITS.signedPredicates, say),
    "and",
    (literals, context) => (literals & ~context) === 0,
    (point, allTrue) => (point === 0 ? allTrue : allTrue & ~(1 << (point - 1))),
  );
}
