import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { bindPredicates } from "./answers.ts";
import { checkWidth } from "./cells.ts";
import { checkHypothesis, type HypothesisClass } from "./class.ts";
import { codeSeparator } from "./code-separator.ts";
import { byteOf, checkGroup } from "./patterns.ts";
import { keptRuleList, type RuleList } from "./rule-lists.ts";
import { plainWords, type RuleWords } from "./rule-words.ts";

/**
 * A long list: rules over named conditions, stored outside the log and identified by a hash.
 *
 *   h_0 = 0,  h_1 = 1,  h_{2+i} = rule i of the list: all of its conditions hold, or any of them
 *
 * The list itself is read when rules are first evaluated. Their number is known without it.
 *
 * @param columns the study's columns
 * @param count n, the number of rules in the list, from 1 to LIMITS.hashedRules
 * @param hash of the list's text (docs/log-format-classes.md)
 * @returns a class of N = 2 + n rules, whose answers throw RuleListMissing while the list is not loaded
 * @throws LearnerError "class-empty"; "class-too-large"; of the answers: "shape" if the list has another length;
 *   "range" on an unknown column
 * Cost: `patterns` takes as many steps as the list has conditions, whatever the number of people.
 * Source: NOTATION row "listed".
 */
export function listedRules(
  columns: readonly Column[],
  { count, hash }: { readonly count: number; readonly hash: string },
  say: RuleWords = plainWords,
): HypothesisClass {
  if (!Number.isInteger(count) || count < 1) throw new LearnerError("class-empty", "a list without rules");
  if (count > LIMITS.hashedRules) {
    throw new LearnerError("class-too-large", `${count} listed rules, at most ${LIMITS.hashedRules}`);
  }
  const size = 2 + count;
  let found: BoundList | undefined;
  const bound = () => {
    found ??= bindList(columns, keptRuleList(hash), count, say);
    return found;
  };
  const patterns = (people: readonly Features[]) => {
    checkGroup(people);
    const { list, holds } = bound();
    for (const each of people) checkWidth(each, columns.length);
    const everyone = 2 ** people.length - 1;
    const answers = list.predicates.map((_, b) => byteOf(people, (each) => holds(b, each)));
    return patternsOf(list, Uint8Array.from(answers), everyone);
  };
  return {
    size,
    separator: codeSeparator(size),
    constants: { none: 0, all: 1 },
    // for one person the pattern is the answer
    bits: (individual) => patterns([individual]),
    patterns,
    evaluate(hypothesis, individual) {
      checkHypothesis(hypothesis, size);
      checkWidth(individual, columns.length);
      if (hypothesis < 2) return hypothesis as 0 | 1;
      const { list, holds } = bound();
      const asked = conditionsOf(list, hypothesis - 2);
      const isMet = (b: number) => holds(b, individual);
      return (list.isAny[hypothesis - 2] === 1 ? asked.some(isMet) : asked.every(isMet)) ? 1 : 0;
    },
    sentence(hypothesis) {
      checkHypothesis(hypothesis, size);
      if (hypothesis < 2) return hypothesis === 0 ? say.none : say.all;
      const { list, words } = bound();
      const asked = [...conditionsOf(list, hypothesis - 2)].map((b) => words[b] as string);
      return say.acceptIf(asked, list.isAny[hypothesis - 2] === 1 ? "or" : "and");
    },
  };
}

type BoundList = { readonly list: RuleList } & Pick<ReturnType<typeof bindPredicates>, "holds" | "words">;

function bindList(columns: readonly Column[], list: RuleList, count: number, say: RuleWords): BoundList {
  if (list.isAny.length !== count) {
    throw new LearnerError("shape", `a list of ${list.isAny.length} rules where ${count} are named`);
  }
  return { list, ...bindPredicates(columns, list.predicates, LIMITS.hashedPredicates, say) };
}

function conditionsOf({ starts, conditions }: RuleList, rule: number): Uint16Array {
  return conditions.subarray(starts[rule], starts[rule + 1]);
}

/** @param answers the byte of each condition */
function patternsOf(
  { starts, conditions, isAny }: RuleList,
  answers: Uint8Array,
  everyone: number,
): Uint8Array {
  const count = isAny.length;
  const patterns = new Uint8Array(2 + count);
  patterns[1] = everyone;
  let at = 0;
  for (let rule = 0; rule < count; rule++) {
    const end = starts[rule + 1] as number;
    let byte = answers[conditions[at] as number] as number;
    if (isAny[rule] === 1) while (++at < end) byte |= answers[conditions[at] as number] as number;
    else while (++at < end) byte &= answers[conditions[at] as number] as number;
    patterns[2 + rule] = byte;
  }
  return patterns;
}
