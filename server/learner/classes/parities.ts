import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions } from "./answers.ts";
import type { HypothesisClass } from "./class.ts";
import type { RuleWords } from "./rule-words.ts";
import { oneAnswerYes, subsetClass } from "./subset-class.ts";

/**
 * Parities over n named predicates: accept people who answer yes to an odd number of the predicates of a set S.
 *
 *   h_0 = 0 (S empty),  h_1 = 1,  h_{1+S}(x) = Σ_{b in S} q_b(x) mod 2,  S a bit mask in 1..2^n-1
 *
 * Separator, s = n + 1, over answer vectors: all no (separates h_1 from the rest), then for each b only b yes.
 *
 * @param predicates [n], n from 0 to LIMITS.predicates, no two alike
 * @returns a class of N = 1 + 2^n rules
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 * Cost: O(2^n) per person for `bits`.  Source: NOTATION row "parities" (Remark 4.7).
 */
export function parities(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  say?: RuleWords,
): HypothesisClass {
  return subsetClass(bindQuestions(columns, predicates, LIMITS.predicates, say), {
    join: "xor",
    empty: 0,
    // Stryker disable next-line EqualityOperator: rule 1 is answered before
    accepts: (h, answers) => h === 1 || (h > 1 && isOdd((h - 1) & answers)),
    separatorContext: oneAnswerYes,
  });
}

/** Whether an odd number of the bits is set. */
function isOdd(bits: number): boolean {
  let folded = bits ^ (bits >>> 16);
  folded ^= folded >>> 8;
  folded ^= folded >>> 4;
  folded ^= folded >>> 2;
  folded ^= folded >>> 1;
  return (folded & 1) === 1;
}
