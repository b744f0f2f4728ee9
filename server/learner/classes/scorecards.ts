import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Column, Predicate } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { bindQuestions, type Questions } from "./answers.ts";
import type { HypothesisClass } from "./class.ts";
import { codeSeparator } from "./code-separator.ts";
import { contextClass } from "./point-class.ts";
import type { RuleWords } from "./rule-words.ts";
import { type ScorecardTable, scorecardTable } from "./scorecard-table.ts";

/**
 * Scorecards, the discretised linear classifiers: each predicate answered yes adds w_b points, and people who reach θ
 * are accepted; w_b and θ whole, |w_b| <= W.
 *
 *   h(x) = 1[Σ_b w_b q_b(x) >= θ],  catalogue order of scorecardTable
 *
 * Over answer vectors only all 2^n of them separate ("everyone" and "everyone but one vector" are both scorecards), so
 * the separator is constructed: codeSeparator, s = ⌈log2 N⌉.
 *
 * @param predicates [n], n from 0 to LIMITS.scorecardPredicates, no two alike
 * @param largestPoints W, from 1; (2W + 1)^n 2^n at most LIMITS.scorecardWork
 * @throws LearnerError "class-too-large"; "range"; "not-a-decimal"; "unknown-kind" on an unknown test
 * Cost: building enumerates all points and thresholds.  Source: NOTATION row "scorecards" (Remark 4.7).
 */
export function scorecards(
  columns: readonly Column[],
  predicates: readonly Predicate[],
  largestPoints: number,
  say?: RuleWords,
): HypothesisClass {
  const questions = bindQuestions(columns, predicates, LIMITS.scorecardPredicates, say);
  const table = boundTable(questions.count, largestPoints);
  const rules = contextClass({
    size: table.size,
    context: questions.answers,
    accepts: (h, answers) => decidesYes(table, h, answers),
    sentence: (h) => scorecardSentence(table, questions, h),
  });
  return { ...rules, separator: codeSeparator(table.size) };
}

let lastTable: { readonly key: string; readonly table: ScorecardTable } | undefined;

/**
 * Returns the table of n and W. The last one is cached: it follows from n and W alone, and every opening and draw needs
 * it.
 *
 * @throws LearnerError "range"; "class-too-large"
 */
export function boundTable(count: number, largestPoints: number): ScorecardTable {
  if (!Number.isInteger(largestPoints) || largestPoints < 1) {
    throw new LearnerError("range", `largest points ${largestPoints} are not 1 or more`);
  }
  const work = (2 * largestPoints + 1) ** count * 2 ** count;
  if (work > LIMITS.scorecardWork) {
    throw new LearnerError(
      "class-too-large",
      `${work} decisions to enumerate, at most ${LIMITS.scorecardWork}`,
    );
  }
  const key = `${count} ${largestPoints}`;
  if (lastTable?.key !== key) lastTable = { key, table: scorecardTable(count, largestPoints) };
  return lastTable.table;
}

function decidesYes({ decisions, wordCount }: ScorecardTable, h: number, answers: number): boolean {
  return (((decisions[h * wordCount + (answers >> 5)] as number) >>> (answers & 31)) & 1) === 1;
}

function scorecardSentence(table: ScorecardTable, { words, say }: Questions, h: number): string {
  if (h < 2) return h === 0 ? say.none : say.all;
  const counted = words
    .map((condition, b) => ({ condition, points: table.points[h * words.length + b] as number }))
    .filter(({ points }) => points !== 0);
  return say.points(table.needed[h] as number, counted);
}
