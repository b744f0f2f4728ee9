import { literalsOf, literalWords, type Questions } from "./answers.ts";
import type { HypothesisClass, Vectors } from "./class.ts";
import { pointClass } from "./point-class.ts";
import { ternaryLiterals } from "./ternary.ts";

/**
 * A class with one rule for each set of literals that has no predicate twice: rule 1 + c with the literals of c's digits
 * in base three, and rule 0. Rule 0 accepts no one, rule 1 everyone.
 *
 * @param accepts rule 2 or later by its literals, on the set of true ones
 * @param separatorContext the true literals at a point of the separator
 * @returns a class of N = 1 + 3^n rules whose separator has 2n + 1 sets of literals
 */
export function signedClass(
  questions: Questions,
  join: Vectors["join"],
  accepts: (literals: number, context: number) => boolean,
  separatorContext: (point: number, allTrue: number) => number,
): HypothesisClass {
  const { count, say } = questions;
  const literals = ternaryLiterals(count);
  return pointClass({
    size: 1 + 3 ** count,
    width: 2 * count,
    context: (individual) => literalsOf(questions.answers(individual), count),
    accepts: (h, context) => h === 1 || (h > 1 && accepts(literals[h - 1] as number, context)),
    sentence(h) {
      if (h < 2) return h === 0 ? say.none : say.all;
      const required = Array.from({ length: 2 * count }, (_, a) => a).filter(
        (a) => ((literals[h - 1] as number) >> a) & 1,
      );
      return say.acceptIf(
        required.map((a) => literalWords(questions, a)),
        join,
      );
    },
    separatorSize: 2 * count + 1,
    separatorContext: (point) => separatorContext(point, 2 ** (2 * count) - 1),
  });
}
