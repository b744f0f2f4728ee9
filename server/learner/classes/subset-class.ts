import type { Questions } from "./answers.ts";
import type { HypothesisClass, Vectors } from "./class.ts";
import { byteOf, checkGroup, subsetAnswers } from "./patterns.ts";
import { pointClass } from "./point-class.ts";

/** The definition of a class over the sets of n predicates. */
export type SubsetRules = {
  /** Rule h on the bit mask of a person's answers. */
  accepts(hypothesis: number, answers: number): boolean;
  /** How the answers of a set are computed from those of its predicates. */
  readonly join: Vectors["join"];
  /** The answer of the empty set. Rules 0 and 1 are the empty set and the rule with the opposite answer. */
  readonly empty: 0 | 1;
  /** Answer vector number `point` of the separator, for a point from 0 to n. */
  separatorContext(point: number): number;
};

/**
 * A class with one rule for each set of n predicates: rule 1 + S, S a bit mask in 0..2^n-1, and rule 0.
 *
 * @returns a class of N = 1 + 2^n rules whose separator has n + 1 answer vectors
 */
export function subsetClass(questions: Questions, rules: SubsetRules): HypothesisClass {
  const n = questions.count;
  const points = pointClass({
    size: 1 + 2 ** n,
    width: n,
    context: questions.answers,
    accepts: rules.accepts,
    sentence(h) {
      const { words, say } = questions;
      if (h < 2) return h === 0 ? say.none : say.all;
      const asked = words.filter((_, b) => ((h - 1) >> b) & 1);
      return say.acceptIf(asked, rules.join);
    },
    separatorSize: n + 1,
    separatorContext: rules.separatorContext,
  });
  return {
    ...points,
    vectors: { count: 2 ** n, of: questions.answers, join: rules.join },
    patterns(people) {
      checkGroup(people);
      const answers = people.map(questions.answers);
      const everyone = 2 ** people.length - 1;
      const ofPredicates = Array.from({ length: n }, (_, b) =>
        byteOf(answers, (mask) => ((mask >> b) & 1) === 1),
      );
      // rule 0 accepts no one and rule 1 everyone; the empty set is one of the two
      return subsetAnswers(rules.empty * everyone, ofPredicates, rules.join, everyone);
    },
  };
}

/** The separator of classes whose empty set accepts everyone or no one: all no, then only predicate b yes. */
export function oneAnswerYes(point: number): number {
  return point === 0 ? 0 : 1 << (point - 1);
}
