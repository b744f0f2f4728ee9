import type { Features } from "#server/learner/spec/spec.ts";
import { bitText } from "./answers.ts";
import { checkHypothesis, checkPoint, type HypothesisClass } from "./class.ts";
import { packAnswers } from "./patterns.ts";

/** A class whose rules see a person as one context of `width` bits; rule 0 accepts no one, rule 1 everyone. */
export type PointRules = {
  readonly size: number;
  readonly width: number;
  /** The context that a person is. */
  context(individual: Features): number;
  /** h on a context, for a rule that exists. */
  accepts(hypothesis: number, context: number): boolean;
  sentence(hypothesis: number): string;
  readonly separatorSize: number;
  /** Context number `point` of the separator, for one that exists. */
  separatorContext(point: number): number;
};

/**
 * Makes a class of rules over contexts.
 *
 * Cost: `bits` O(N) calls of `accepts`.
 */
export function pointClass(rules: PointRules): HypothesisClass {
  const { size, separatorSize } = rules;
  const bits = (individual: Features) => {
    const context = rules.context(individual);
    const answers = new Uint8Array(size);
    for (let h = 0; h < size; h++) answers[h] = rules.accepts(h, context) ? 1 : 0;
    return answers;
  };
  return {
    size,
    constants: { none: 0, all: 1 },
    bits,
    patterns: (people) => packAnswers(people.map(bits)),
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      return rules.accepts(hypothesis, rules.context(individual)) ? 1 : 0;
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      return rules.sentence(hypothesis);
    },
    separator: {
      size: separatorSize,
      at(hypothesis, point) {
        checkHypothesis(hypothesis, size);
        checkPoint(point, separatorSize);
        return rules.accepts(hypothesis, rules.separatorContext(point)) ? 1 : 0;
      },
      point(point) {
        checkPoint(point, separatorSize);
        return bitText(rules.separatorContext(point), rules.width);
      },
    },
  };
}
