import * as t from "#messages/ruleProblems.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import { isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { columnLabel, draftFields, isForRules } from "#server/study/columns.ts";
import type { ColumnChoice, Missing, RulesDraft } from "#server/study/draft.ts";
import { atRules } from "#server/study/missing-field.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import type { RulesContext } from "./kind.ts";

/** A condition of the list from which all kinds of rules are made, except thresholds and typed lists. */
export type PredicateDraft = RulesDraft["predicates"][number];

/** Returns a condition in words: "checking account is not below 0 DM". */
export function predicateWords(predicate: PredicateDraft, columns: readonly ColumnChoice[]): string {
  const column = columnOf(predicate.source, columns);
  const name = column?.name.trim() ?? t.columnGone();
  const { condition: say } = ruleWordsIn(column === undefined ? [] : draftFields([column]));
  return say({ ...conditionOf(predicate), column: name });
}

/** Returns the columns that conditions can use: numbers, and words that are repeated. */
export function conditionColumns(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.filter((column) => isForRules(column) && column.type !== "text");
}

export function buildPredicates({ rules, columns }: RulesContext): Predicate[] {
  return rules.predicates.map((predicate) => {
    return { ...conditionOf(predicate), column: columnOf(predicate.source, columns)?.name.trim() ?? "" };
  });
}

function conditionOf({ test, value, blank }: PredicateDraft): Omit<Predicate, "column"> {
  return { test, value: value.trim(), ...(blank && { blank }) };
}

/** The limit on the conditions of a kind of rules, and the reason for it. */
export type ConditionLimit = Omit<Parameters<typeof t.tooManyConditions>[0], "count" | "rules" | "memory"> & {
  /** How many rules these conditions make. */
  readonly rules?: number;
  /** The memory that an opening needs for the largest class. */
  readonly memory?: string;
};

/**
 * Returns what is wrong with the list of conditions.
 *
 * @param limit the number of conditions that the kind of rules may have, with its reason
 */
export function missingPredicates(
  { rules: { predicates }, columns }: RulesContext,
  limit: ConditionLimit,
): Missing[] {
  if (predicates.length === 0) return [atRules("predicates", t.noConditions())];
  const problems = predicates.flatMap((predicate, index) => predicateProblem(predicate, index, columns));
  if (predicates.length > limit.limit) {
    const { rules = 0, memory = "" } = limit;
    problems.push(
      atRules("predicates", t.tooManyConditions({ count: predicates.length, ...limit, rules, memory })),
    );
  }
  return problems.length > 0 ? problems : twinProblems(predicates);
}

function predicateProblem(
  { source, test, value }: PredicateDraft,
  index: number,
  columns: readonly ColumnChoice[],
): Missing[] {
  const wrong = (why: ConditionProblem, name = "") => conditionProblem(index, why, name);
  const column = columnOf(source, columns);
  if (column === undefined || !isForRules(column)) {
    return [wrong("gone")];
  }
  const isNumeric = test === "at-most" || test === "above";
  if (isNumeric && column.type !== "number") {
    return [wrong("notNumeric", columnLabel(column))];
  }
  if (isNumeric && !isDecimal(value.trim())) {
    return [wrong("noNumber")];
  }
  return value.trim() === "" && test !== "is-blank" ? [wrong("noValue")] : [];
}

function twinProblems(predicates: readonly PredicateDraft[]): Missing[] {
  const keys = predicates.map(({ source, test, value, blank }) => {
    const isNumeric = test === "at-most" || test === "above";
    return JSON.stringify([source, test, isNumeric ? parseNumber(value.trim()) : value.trim(), blank]);
  });
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [conditionProblem(index, "repeated")] : [],
  );
}

type ConditionProblem = Parameters<typeof t.conditionWrong>[0]["why"];

function conditionProblem(index: number, why: ConditionProblem, name = ""): Missing {
  return atRules(`predicates.${index}`, t.conditionWrong({ number: index + 1, why, name }));
}

function columnOf(source: number, columns: readonly ColumnChoice[]): ColumnChoice | undefined {
  return columns.find((column) => column.source === source);
}
