import { LIMITS } from "#server/learner/config/defaults.ts";
import type { CatalogueSpec, Column, Features, ListedRule } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { checkWidth, columnPosition } from "./cells.ts";
import { checkHypothesis, type HypothesisClass } from "./class.ts";
import { codeSeparator } from "./code-separator.ts";
import { packAnswers } from "./patterns.ts";
import { plainWords, type RuleWords } from "./rule-words.ts";

type BoundRule = { readonly accepts: (individual: Features) => 0 | 1; readonly words: () => string };

/**
 * An explicit list: rules picked from other classes, and columns that hold the predictions of any outside model.
 *
 *   h_0 = 0,  h_1 = 1,  h_{2+i} = listed rule i;  a column's rule accepts cells that are exactly the text `accepts`
 *
 * A missing cell is not accepted. Separator: codeSeparator of the N rules.
 *
 * @param columns the study's columns
 * @param listed [n], n from 1 to LIMITS.listedRules, no two written alike
 * @param classOf finds a class; passed in, because this class is one of those it finds
 * @returns a class of N = 2 + n rules
 * @throws LearnerError "class-empty"; "class-too-large"; "range" on a column, a rule number or a rule repeated;
 *   else as the classes named
 * Cost: `bits` evaluates each rule.  Source: NOTATION row "explicit".
 */
export function explicitList(
  columns: readonly Column[],
  listed: readonly ListedRule[],
  classOf: (columns: readonly Column[], spec: CatalogueSpec) => HypothesisClass,
  say: RuleWords = plainWords,
): HypothesisClass {
  if (listed.length === 0) throw new LearnerError("class-empty", "an explicit list without rules");
  if (listed.length > LIMITS.listedRules) {
    throw new LearnerError("class-too-large", `${listed.length} listed rules, at most ${LIMITS.listedRules}`);
  }
  const rules = bindRules(columns, listed, classOf, say);
  const size = 2 + rules.length;
  const positions = Int32Array.from(listed, (rule) =>
    "from" in rule ? -1 : columnPosition(columns, rule.column),
  );
  const texts = listed.map((rule) => ("from" in rule ? "" : rule.accepts));
  const accepts = (h: number, individual: Features) =>
    h < 2 ? h === 1 : rules[h - 2]?.accepts(individual) === 1;
  const bits = cachedAnswers(size, (individual) => {
    checkWidth(individual, columns.length);
    const answers = new Uint8Array(size);
    answers[1] = 1;
    for (let i = 0; i < rules.length; i++) {
      const position = positions[i] as number;
      // most lists are columns: they are compared here, without a call
      // Stryker disable next-line EqualityOperator: the call gives the same answer; comparing here is faster
      if (position >= 0) answers[2 + i] = individual[position] === texts[i] ? 1 : 0;
      else answers[2 + i] = (rules[i] as BoundRule).accepts(individual);
    }
    return answers;
  });
  return {
    size,
    separator: codeSeparator(size),
    constants: { none: 0, all: 1 },
    // the caller may change the result
    bits: (individual) => bits(individual).slice(),
    patterns: (people) => packAnswers(people.map(bits)),
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      checkWidth(individual, columns.length);
      return accepts(hypothesis, individual) ? 1 : 0;
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      if (hypothesis < 2) return hypothesis === 0 ? say.none : say.all;
      return (rules[hypothesis - 2] as BoundRule).words();
    },
  };
}

/**
 * The most bytes of cached answers. A round is opened and closed with the same people, and simulations meet few people.
 */
// Stryker disable next-line ArithmeticOperator: only decides how many answers are cached
const KEPT_BYTES = 32 * 1024 * 1024;

function cachedAnswers(
  size: number,
  answersOf: (individual: Features) => Uint8Array,
): (individual: Features) => Uint8Array {
  // Stryker disable next-line ArithmeticOperator: only decides how many answers are cached
  const most = Math.ceil(KEPT_BYTES / size);
  let kept = new WeakMap<Features, Uint8Array>();
  let count = 0;
  return (individual) => {
    const known = kept.get(individual);
    if (known !== undefined) return known;
    const answers = answersOf(individual);
    // Stryker disable next-line EqualityOperator: only decides how many answers are cached
    if (count === most) [kept, count] = [new WeakMap(), 0];
    kept.set(individual, answers);
    // Stryker disable next-line AssignmentOperator: only decides how many answers are cached
    count += 1;
    return answers;
  };
}

function bindRules(
  columns: readonly Column[],
  listed: readonly ListedRule[],
  classOf: (columns: readonly Column[], spec: CatalogueSpec) => HypothesisClass,
  say: RuleWords,
): BoundRule[] {
  const byText = new Map<string, Source>();
  const bySpec = new Map<CatalogueSpec, Source>();
  const seen = new Set<string>();
  return listed.map((rule, i) => {
    const bound =
      "from" in rule ? fromClass(rule.from, rule.rule) : fromColumn(columns, rule.column, rule.accepts, say);
    if (seen.has(bound.key)) throw new LearnerError("range", `listed rule ${i} repeats an earlier one`);
    seen.add(bound.key);
    return bound;
  });

  function fromClass(from: CatalogueSpec, number: number): BoundRule & { readonly key: string } {
    const { index, rules } = sourceOf(from);
    checkHypothesis(number, rules.size);
    return {
      key: `${number} of ${index}`,
      accepts: (individual) => rules.evaluate(number, individual),
      words: () => rules.sentence(number),
    };
  }

  /** Rules of one class mostly share its spec. The spec's text, which may be long, is then made once. */
  function sourceOf(from: CatalogueSpec): Source {
    const known = bySpec.get(from);
    if (known !== undefined) return known;
    const text = JSON.stringify(from);
    const source = byText.get(text) ?? { index: byText.size, rules: classOf(columns, from) };
    byText.set(text, source);
    bySpec.set(from, source);
    return source;
  }
}

/** A class that rules are picked from, and its index among these classes. */
type Source = { readonly index: number; readonly rules: HypothesisClass };

function fromColumn(columns: readonly Column[], column: string, accepts: string, say: RuleWords) {
  const position = columnPosition(columns, column);
  return {
    key: JSON.stringify([column, accepts]),
    accepts: (individual: Features) => (individual[position] === accepts ? (1 as const) : (0 as const)),
    words: () => say.acceptIf([say.condition({ column, test: "is", value: accepts })], "and"),
  };
}
