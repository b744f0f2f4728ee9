import type { Features } from "#server/learner/config/spec.ts";
import { bitText } from "./answers.ts";
import { checkHypothesis, checkPoint, type HypothesisClass } from "./class.ts";
import { packAnswers } from "./patterns.ts";

/** Rules that see a person as one context. Rule 0 accepts no one, rule 1 everyone. */
export type ContextRules = {
  readonly size: number;
  /** Returns the context of a person. */
  context(individual: Features): number;
  /** h on a context, for an existing rule. */
  accepts(hypothesis: number, context: number): boolean;
  sentence(hypothesis: number): string;
};

/** Context rules with contexts of `width` bits, some of which separate the rules. */
export type PointRules = ContextRules & {
  readonly width: number;
  readonly separatorSize: number;
  /** Context number `point` of the separator, for an existing point. */
  separatorContext(point: number): number;
};

/**
 * Makes a class of rules over contexts, all but its separator.
 *
 * Cost: `bits` O(N) calls of `accepts`.
 */
export function contextClass(rules: ContextRules): Omit<HypothesisClass, "separator"> {
  const { size } = rules;
  const bits = (individual: Features) => {
    const context = rules.context(individual);
    const answers = new Uint8Array(size);
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
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
  };
}

/** Makes a class of rules over contexts. Cost: as {@link contextClass}. */
export function pointClass(rules: PointRules): HypothesisClass {
  const { size, separatorSize } = rules;
  return {
    ...contextClass(rules),
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
