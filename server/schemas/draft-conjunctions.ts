import { isDecimal } from "#server/learner/decimal.ts";
import { LIMITS } from "#server/learner/params.ts";
import type { Predicate } from "#server/learner/spec.ts";
import { cellLabel, columnLabel, isForRules } from "./draft-columns.ts";
import type { RulesKind } from "./draft-rules.ts";
import type { ColumnChoice, Missing, RulesDraft } from "./study-draft.ts";

export type PredicateDraft = RulesDraft["predicates"][number];

export const predicateLimit = LIMITS.predicates;

/** Every way of asking for some of the conditions at once. */
export const conjunctionsDraft: RulesKind = {
  title: "Conditions together",
  what: "You list conditions. Each rule asks for some of them at once, and there is one rule for every choice of conditions.",
  size: ({ rules }) => {
    const count = Math.min(rules.predicates.length, predicateLimit);
    return {
      rules: 1 + 2 ** count,
      limit: `${rules.predicates.length} of at most ${predicateLimit} conditions; each one more doubles the rules`,
    };
  },
  missing: ({ rules, columns }) => {
    const { predicates } = rules;
    if (predicates.length === 0) return [at("predicates", "List at least one condition.")];
    const problems = predicates.flatMap((predicate, index) => predicateProblem(predicate, index, columns));
    if (predicates.length > predicateLimit) {
      problems.push(at("predicates", `${predicates.length} conditions, at most ${predicateLimit}.`));
    }
    return problems.length > 0 ? problems : twinProblems(predicates);
  },
  build: ({ rules, columns }) => ({
    kind: "conjunctions",
    version: 1,
    predicates: rules.predicates.map(({ source, test, value }): Predicate => {
      return { column: columnOf(source, columns)?.name.trim() ?? "", test, value: value.trim() };
    }),
  }),
  examples: ({ rules, columns }) => {
    const words = rules.predicates.map((predicate) => predicateWords(predicate, columns));
    const [first, second, third] = words;
    const examples = [
      [first],
      [first, second],
      words.length > 2 ? [second, third] : [],
      words.length > 3 ? words : [],
    ];
    const whole = examples.map((parts) => parts.filter((part) => part !== undefined));
    return [
      ...new Set(
        whole.filter((parts) => parts.length > 0).map((parts) => `accept if ${parts.join(" and ")}`),
      ),
    ];
  },
};

/** "checking account is not below 0 DM" */
export function predicateWords(
  { source, test, value }: PredicateDraft,
  columns: readonly ColumnChoice[],
): string {
  const column = columnOf(source, columns);
  const name = column === undefined ? "a column that is gone" : columnLabel(column);
  return `${name} ${tests[test]} ${column === undefined ? value : cellLabel(column, value)}`;
}

const tests = { "at-most": "<=", above: ">", is: "is", "is-not": "is not" } as const;

/** The columns that conditions can ask about: numbers, and words that come back. */
export function conditionColumns(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.filter((column) => isForRules(column) && column.type !== "text");
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
  return value.trim() === "" ? [at(field, `Condition ${index + 1} needs a value.`)] : [];
}

function twinProblems(predicates: readonly PredicateDraft[]): Missing[] {
  const keys = predicates.map(({ source, test, value }) => {
    const isNumeric = test === "at-most" || test === "above";
    return JSON.stringify([source, test, isNumeric ? Number(value) : value.trim()]);
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
