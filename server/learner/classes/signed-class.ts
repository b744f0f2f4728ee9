import { LIMITS } from "#server/learner/config/params.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { bindQuestions, literalsOf, literalWords } from "./answers.ts";
import type { HypothesisClass, Vectors } from "./class.ts";
import { pointClass } from "./point-class.ts";
import type { RuleWords } from "./rule-words.ts";
import { ternaryLiterals, ternarySize } from "./ternary.ts";

/** What signed conjunctions and signed disjunctions do not share. */
type SignedRules = {
  readonly join: Vectors["join"];
  /** Rule 2 or later: by the literals that it names, on the true ones. */
  accepts(literals: number, context: number): boolean;
  /** Literals that are true at point number `point` of the separator, of `allTrue`. */
  separatorContext(point: number, allTrue: number): number;
};

/**
 * A class with one rule for each set of literals that has no predicate twice: rule 1 + c with the literals of c's digits
 * in base three, and rule 0. Rule 0 accepts no one, rule 1 everyone.
 *
 * @param predicates [n], n from 0 to LIMITS.signedPredicates, no two alike
 * @returns a class of N = 1 + 3^n rules whose separator has 2n + 1 sets of literals
 */
export function signedClass(
  {
    columns,
    predicates,
    say,
  }: { columns: readonly Column[]; predicates: readonly Predicate[]; say?: RuleWords },
  { join, accepts, separatorContext }: SignedRules,
): HypothesisClass {
  const questions = bindQuestions(columns, predicates, LIMITS.signedPredicates, say);
  const n = questions.count;
  const literals = ternaryLiterals(n);
  const allTrue = 2 ** (2 * n) - 1;
  return pointClass({
    size: 1 + ternarySize(n),
    width: 2 * n,
    context: (individual) => literalsOf(questions.answers(individual), n),
    accepts: (h, context) => h === 1 || (h > 1 && accepts(literals[h - 1] as number, context)),
    sentence(h) {
      const { say } = questions;
      if (h < 2) return h === 0 ? say.none : say.all;
      const asked = literals[h - 1] as number;
      const required = Array.from({ length: 2 * n }, (_, a) => a).filter((a) => (asked >> a) & 1);
      return say.acceptIf(
        required.map((a) => literalWords(questions, a)),
        join,
      );
    },
    separatorSize: 2 * n + 1,
    separatorContext: (point) => separatorContext(point, allTrue),
  });
}
