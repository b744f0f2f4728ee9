import type { Column, Features, Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { checkWidth } from "./cells.ts";
import { bindPredicate, checkDistinct } from "./predicates.ts";
import { plainWords, type RuleWords } from "./rule-words.ts";

/** n predicates bound to the study's columns. */
export type Questions = {
  readonly count: number;
  /**
   * The answer vector of a person: bit b is 1 if predicate b answers yes.
   * @throws LearnerError "shape"; "not-a-decimal"
   */
  answers(individual: Features): number;
  /** The predicates in words. */
  readonly words: readonly string[];
  readonly say: RuleWords;
};

/**
 * Binds predicates, no two alike.
 *
 * @param limit the largest number of predicates of the class
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 */
export function bindQuestions(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  limit: number,
  say: RuleWords = plainWords,
): Questions {
  const { count, holds, words } = bindPredicates(columns, predicates, limit, say);
  return {
    count,
    answers(individual) {
      checkWidth(individual, columns.length);
      let mask = 0;
      for (let b = 0; b < count; b++) if (holds(b, individual)) mask |= 1 << b;
      return mask;
    },
    words,
    say,
  };
}

/**
 * Binds any number of predicates that are evaluated one at a time.
 *
 * @returns `holds`: the answer of predicate b for a row with one cell per column
 * @throws LearnerError as bindQuestions
 */
export function bindPredicates(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  limit: number,
  say: RuleWords = plainWords,
): Pick<Questions, "count" | "words"> & { holds(b: number, individual: Features): boolean } {
  if (predicates.length > limit) {
    throw new LearnerError(
      "class-too-large",
      `${predicates.length} predicates, at most ${limit}: each one more doubles the memory, if not more`,
    );
  }
  const bound = predicates.map((predicate) => bindPredicate(columns, predicate));
  checkDistinct(predicates);
  return {
    count: bound.length,
    holds: (b, individual) => bound[b]?.(individual) === true,
    words: predicates.map(say.condition),
  };
}

/**
 * Turns answers into literals: bit 2b is set if predicate b answers yes, bit 2b+1 if it answers no. For a person
 * exactly one of the two is set. A constructed context may set both or none.
 *
 * @param answers n bits, n <= 12
 * @returns 2n bits
 */
export function literalsOf(answers: number, count: number): number {
  let literals = 0;
  for (let b = 0; b < count; b++) literals |= ((answers >> b) & 1 ? 1 : 2) << (2 * b);
  return literals;
}

/** The words of a literal: the predicate, or its opposite. */
export function literalWords({ words, say }: Pick<Questions, "words" | "say">, literal: number): string {
  const word = words[literal >> 1] as string;
  return literal % 2 === 0 ? word : say.not(word);
}

/** The bits of a context, bit 0 first: "101" has bits 0 and 2. */
export function bitText(context: number, width: number): string {
  return Array.from({ length: width }, (_, b) => (context >> b) & 1).join("");
}
