import type { Predicate } from "#server/learner/config/spec.ts";
import { isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { columnLabel, draftFields, isForRules } from "#server/study/columns.ts";
import { conditionsIn } from "#server/study/condition-words.ts";
import type { ColumnChoice, Missing, RulesDraft } from "#server/study/draft.ts";
import type { RulesContext } from "./kind.ts";

/** A condition of the list from which all kinds of rules are made, except thresholds and typed lists. */
export type PredicateDraft = RulesDraft["predicates"][number];

/** Returns a condition in words: "checking account is not below 0 DM". */
export function predicateWords(predicate: PredicateDraft, columns: readonly ColumnChoice[]): string {
  const column = columnOf(predicate.source, columns);
  const name = column?.name.trim() ?? "a column that is gone";
  const say = conditionsIn(column === undefined ? [] : draftFields([column]));
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

/**
 * Returns what is wrong with the list of conditions.
 *
 * @param limit the limit of the kind of rules, with its reason
 */
export function missingPredicates(
  { rules: { predicates }, columns }: RulesContext,
  limit: { readonly count: number; readonly why: string },
): Missing[] {
  if (predicates.length === 0) return [at("predicates", "List at least one condition.")];
  const problems = predicates.flatMap((predicate, index) => predicateProblem(predicate, index, columns));
  if (predicates.length > limit.count) {
    const over = `${predicates.length} conditions, at most ${limit.count} for this kind of rules: ${limit.why}.`;
    problems.push(at("predicates", `${over} Remove some, or choose another kind.`));
  }
  return problems.length > 0 ? problems : twinProblems(predicates);
}

function predicateProblem(
  { source, test, value }: PredicateDraft,
  index: number,
  columns: readonly ColumnChoice[],
): Missing[] {
  const field = `predicates.${index}`;
  const column = columnOf(source, columns);
  if (column === undefined || !isForRules(column)) {
    return [
      at(field, `Condition ${index + 1} asks about a column that rules do not use any more. Remove it.`),
    ];
  }
  const isNumeric = test === "at-most" || test === "above";
  if (isNumeric && column.type !== "number") {
    return [
      at(field, `Condition ${index + 1} compares “${columnLabel(column)}”, which is no number any more.`),
    ];
  }
  if (isNumeric && !isDecimal(value.trim())) {
    return [at(field, `Condition ${index + 1} needs a number such as 24 or 0.5.`)];
  }
  return value.trim() === "" && test !== "is-blank"
    ? [at(field, `Condition ${index + 1} needs a value.`)]
    : [];
}

function twinProblems(predicates: readonly PredicateDraft[]): Missing[] {
  const keys = predicates.map(({ source, test, value, blank }) => {
    const isNumeric = test === "at-most" || test === "above";
    return JSON.stringify([source, test, isNumeric ? parseNumber(value.trim()) : value.trim(), blank]);
  });
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index
      ? [at(`predicates.${index}`, `Condition ${index + 1} repeats an earlier one.`)]
      : [],
  );
}

function columnOf(source: number, columns: readonly ColumnChoice[]): ColumnChoice | undefined {
  return columns.find((column) => column.source === source);
}

function at(field: string, message: string): Missing {
  return { step: "rules", field, message };
}
