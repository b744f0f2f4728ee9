import * as file from "#messages/fileProblems.ts";
import * as t from "#messages/ruleProblems.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { ListedRule } from "#server/learner/config/spec.ts";
import { columnLabel, isForRules } from "#server/study/columns.ts";
import type { ColumnChoice, Missing } from "#server/study/draft.ts";
import { atRules } from "#server/study/missing-field.ts";
import { wordsOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { type ReadLine, readListed } from "./listed.ts";

/** A column with more different cells than yes, no and unknown does not hold a model's answers. */
const answerLimit = 3;

/** Rules that were typed, and columns that hold another model's decisions. */
export const explicitDraft: RulesKind = {
  conditionLimit: () => null,
  size: (context) => {
    const count = linesOf(context).length + usedPredictions(context).length;
    return { rules: 2 + count, used: count };
  },
  missing: (context) => {
    const lines = linesOf(context);
    const count = lines.length + context.rules.predictions.length;
    if (count === 0) {
      return [atRules("listed", t.noRules())];
    }
    if (count > LIMITS.listedRules) {
      return [atRules("listed", t.tooManyRules({ count, limit: LIMITS.listedRules }))];
    }
    return [...lineProblems(lines), ...context.rules.predictions.flatMap((each) => problemOf(each, context))];
  },
  build: (context) => ({
    kind: "explicit",
    version: 1,
    rules: [
      ...linesOf(context).flatMap((line) => ("rule" in line ? [line.rule] : [])),
      ...usedPredictions(context).map(
        ({ column, accepts }): ListedRule => ({
          column: column.name.trim(),
          accepts,
        }),
      ),
    ],
  }),
  samples: (_, size) => [2, 3, 4, 5].filter((rule) => rule < size),
};

/** Returns the columns that may hold a yes or no: used by rules, with few different cells. */
export function predictionColumns(columns: readonly ColumnChoice[], reading: PeopleReading): ColumnChoice[] {
  return columns.filter((column) => {
    const { length } = wordsOf(reading, column);
    return isForRules(column) && length > 0 && length <= answerLimit;
  });
}

function linesOf({ rules, columns, reading }: RulesContext): ReadLine[] {
  return readListed(rules.listed, columns, reading);
}

function lineProblems(lines: readonly ReadLine[]): Missing[] {
  const first = new Map<string, number>();
  return lines.flatMap((line) => {
    if ("problem" in line)
      return [atRules("listed", file.line({ line: line.number, problem: line.problem }))];
    const twin = first.get(line.key);
    if (twin !== undefined) return [atRules("listed", t.sameLine({ line: line.number, other: twin }))];
    first.set(line.key, line.number);
    return [];
  });
}

type Prediction = RulesContext["rules"]["predictions"][number];

function usedPredictions({ rules, columns }: RulesContext) {
  return rules.predictions.flatMap(({ source, accepts }) => {
    const column = columns.find((each) => each.source === source);
    return column === undefined || !isForRules(column) ? [] : [{ column, accepts }];
  });
}

function problemOf({ source, accepts }: Prediction, { columns, reading }: RulesContext): Missing[] {
  const field = `predictions.${source}`;
  const column = columns.find((each) => each.source === source);
  if (column === undefined || !isForRules(column)) {
    return [atRules(field, t.answersGone())];
  }
  const isKnown = wordsOf(reading, column).some(({ word }) => word === accepts);
  return isKnown ? [] : [atRules(field, t.answersMeaning({ name: columnLabel(column) }))];
}
