import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "./answers.ts";
import type { HypothesisClass } from "./class.ts";
import type { RuleWords } from "./rule-words.ts";
import { signedClass } from "./signed-class.ts";
import { oneAnswerYes, subsetClass } from "./subset-class.ts";

/**
 * Monotone disjunctions over n named predicates: accept people who answer yes to at least one predicate of a set S.
 *
 *   h_0 = 0 (S empty),  h_1 = 1,  h_{1+S}(x) = max_{b in S} q_b(x),  S a bit mask in 1..2^n-1
 *
 * Separator, s = n + 1, over answer vectors: all no (separates h_1 from the rest), then for each b only b yes.
 *
 * @param predicates [n], n from 0 to LIMITS.predicates, no two alike
 * @returns a class of N = 1 + 2^n rules
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 * Cost: O(2^n) per person for `bits`.  Source: NOTATION row "disjunctions" (Remark 4.7).
 */
export function disjunctions(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  say?: RuleWords,
): HypothesisClass {
  return subsetClass(bindQuestions(columns, predicates, LIMITS.predicates, say), {
    join: "or",
    empty: 0,
    // Stryker disable next-line EqualityOperator: rule 1 is answered before
    accepts: (h, answers) => h === 1 || (h > 1 && ((h - 1) & answers) !== 0),
    separatorContext: oneAnswerYes,
  });
}

/**
 * Signed disjunctions: each predicate is left out, counts if it is yes, or counts if it is no.
 *
 *   h_0 = 0 (c = 0),  h_1 = 1,  h_{1+c}(x) = max over b of { q_b(x) if d_b = 1, 1 - q_b(x) if d_b = 2 },
 *   c = Σ_b d_b 3^b in 1..3^n-1
 *
 * Separator, s = 2n + 1, over literals as in signedConjunctions: none true, then for each literal only this one.
 *
 * @param predicates [n], n from 0 to LIMITS.signedPredicates, no two alike
 * @returns a class of N = 1 + 3^n rules
 * @throws LearnerError as disjunctions
 * Cost: O(3^n) per person for `bits`.  Source: NOTATION row "signed disjunctions" (Remark 4.7).
 */
export function signedDisjunctions(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  say?: RuleWords,
): HypothesisClass {
  const questions = bindQuestions(columns, predicates, LIMITS.signedPredicates, say);
  return signedClass(questions, "or", (literals, context) => (literals & context) !== 0, oneAnswerYes);
}
