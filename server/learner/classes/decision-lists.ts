import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { bindQuestions, literalsOf, literalWords, type Questions } from "./answers.ts";
import type { HypothesisClass } from "./class.ts";
import { type ListCatalogue, listCatalogue } from "./list-catalogue.ts";
import { pointClass } from "./point-class.ts";
import type { RuleWords } from "./rule-words.ts";

/**
 * 1-decision lists of bounded length: the first step whose literal holds decides.
 *
 *   h(x) = v_i for the first i with literal_i(x), else 1 - v_m;   h_0 = 0, h_1 = 1, then the order of listCatalogue
 *
 * Separator, s = 1 + 2n + 2n(n-1), over independent literals: none true; each literal alone; each two literals of
 * different predicates. The first shows the final answer, single literals show which of them change it, and pairs show
 * which of the two comes first. Together these determine a list of the catalogue.
 *
 * @param predicates [n], n from 0 to LIMITS.listPredicates, no two alike
 * @param longest the largest number of steps, 1..LIMITS.listSteps
 * @throws LearnerError "class-too-large" (also beyond LIMITS.enumeratedRules rules); "range"; "not-a-decimal";
 *   "unknown-kind" on an unknown test
 * Cost: O(N · longest) to build and per person for `bits`.  Source: NOTATION row "decision lists" (Remark 4.7).
 */
export function decisionLists(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  longest: number,
  say?: RuleWords,
): HypothesisClass {
  const questions = bindQuestions(columns, predicates, LIMITS.listPredicates, say);
  const n = questions.count;
  const catalogue = decisionListCatalogue(n, longest);
  const contexts = listSeparator(n);
  return pointClass({
    size: catalogue.size,
    width: 2 * n,
    context: (individual) => literalsOf(questions.answers(individual), n),
    accepts: (h, context) => answerOf(catalogue, h, context) === 1,
    sentence: (h) => listSentence(catalogue, questions, h),
    separatorSize: contexts.length,
    separatorContext: (point) => contexts[point] as number,
  });
}

/** @throws LearnerError "range" on the number of steps; "class-too-large" */
export function decisionListCatalogue(count: number, longest: number): ListCatalogue {
  if (!Number.isInteger(longest) || longest < 1 || longest > LIMITS.listSteps) {
    throw new LearnerError("range", `lists of ${longest} steps, not of 1..${LIMITS.listSteps}`);
  }
  return listCatalogue(count, longest, LIMITS.enumeratedRules);
}

/** The answer of list h in a context of literals. */
function answerOf({ longest, steps }: ListCatalogue, h: number, context: number): number {
  if (h < 2) return h;
  let answer = 0;
  for (let i = h * longest; i < (h + 1) * longest; i++) {
    const step = steps[i] as number;
    if (step < 0) break;
    answer = step & 1;
    if ((context >> (step >> 1)) & 1) return answer;
  }
  return 1 - answer;
}

/** The contexts: no literal, each alone, then each two of different predicates, the lower first. */
function listSeparator(count: number): number[] {
  const contexts = [0];
  for (let a = 0; a < 2 * count; a++) contexts.push(1 << a);
  for (let a = 0; a < 2 * count; a++) {
    for (let b = (a | 1) + 1; b < 2 * count; b++) contexts.push((1 << a) | (1 << b));
  }
  return contexts;
}

function listSentence({ longest, steps }: ListCatalogue, questions: Questions, h: number): string {
  const { say } = questions;
  if (h < 2) return h === 0 ? say.none : say.all;
  const taken = [...steps.subarray(h * longest, (h + 1) * longest)].filter((step) => step >= 0);
  return say.steps(
    taken.map((step) => ({ condition: literalWords(questions, step >> 1), accepts: (step & 1) === 1 })),
  );
}
