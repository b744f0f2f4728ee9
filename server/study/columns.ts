import type { Column } from "#server/learner/config/spec.ts";
import { typedNumber } from "./cells/dates.ts";
import { asItStands, isDate } from "./cells/notation.ts";
import { readCell } from "./cells/read-cell.ts";
import type { ColumnChoice, ColumnRole, Missing, PeopleDraft, StudyKind } from "./draft.ts";
import type { StudyLabels } from "./labels.ts";
import { cellInWords, type FieldWords, fieldsOf } from "./words.ts";

/** A study's two lists of columns: what auditors see and what rules may use. */
const shownRoles: readonly ColumnRole[] = ["both", "shown"];
const ruleRoles: readonly ColumnRole[] = ["both", "rules"];

export function isShown({ role }: Pick<ColumnChoice, "role">): boolean {
  return shownRoles.includes(role);
}

export function isForRules({ role }: Pick<ColumnChoice, "role">): boolean {
  return ruleRoles.includes(role);
}

/** Checks whether a column holds each person's chance under the rule in force, which is audited. */
export function isChance({ role }: Pick<ColumnChoice, "role">): boolean {
  return role === "chance";
}

/** Checks whether a column identifies people; if none does, the row of the file does. */
export function namesPeople(columns: readonly Pick<ColumnChoice, "role">[]): boolean {
  return columns.some(({ role }) => role === "identifier");
}

export function isFeature(column: Pick<ColumnChoice, "role">): boolean {
  return isShown(column) || isForRules(column) || isChance(column);
}

/** Returns an unused column of a file. */
export function ignoredColumn(source: number, name: string): ColumnChoice {
  return {
    source,
    name,
    label: "",
    unit: "",
    ...asItStands,
    role: "ignored",
    words: [],
    chanceUnit: "share",
    yes: [],
    no: [],
    outliers: { treatment: "keep", low: "", high: "" },
  };
}

export function inFileOrder(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return [...columns].sort((a, b) => a.source - b.source);
}

/** Returns the columns as the learner knows them, in the order of the file. */
export function learnerColumns(columns: readonly ColumnChoice[]): Column[] {
  return inFileOrder(columns)
    .filter(isFeature)
    .map(({ name, type }) => ({ name: name.trim(), type }));
}

/** Checks whether the columns' names are different, so that the learner can distinguish them. */
export function haveOwnNames(columns: readonly ColumnChoice[]): boolean {
  const names = learnerColumns(columns).map(({ name }) => name);
  return !names.includes("") && new Set(names).size === names.length;
}

/** Returns the columns on the cards, in their order there. */
export function shownColumns(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return columns.filter(isShown);
}

/** Returns the readable name of a column: the label if there is one. */
export function columnLabel({ label, name }: Pick<ColumnChoice, "label" | "name">): string {
  return label.trim() || name.trim();
}

/** Returns the columns in words, as the study will have them. */
export function draftFields(columns: readonly ColumnChoice[]): FieldWords[] {
  return fieldsOf(
    columns.map(({ name, type }) => ({ name: name.trim(), type })),
    columns.map(labelsOfColumn),
  );
}

/** Returns a column's words that a study keeps; they are in no log entry. */
export function labelsOfColumn(column: ColumnChoice): StudyLabels["columns"][number] {
  return {
    name: column.name.trim(),
    label: columnLabel(column),
    unit: column.unit.trim(),
    isDate: isDate(column),
    words: column.words.flatMap(({ word, label }) =>
      label.trim() === "" ? [] : [{ word, label: label.trim() }],
    ),
  };
}

/** Returns a cell as people read it: the code's label, the number with its unit. */
export function cellLabel(column: ColumnChoice, cell: string): string {
  const [field] = draftFields([column]);
  return (field && cellInWords(cell, field)) ?? cell;
}

/** Returns a file's cell as people will read it; null if it does not fit the column's reading. */
export function fileCellLabel(column: ColumnChoice, cell: string): string | null {
  const value = readCell(cell, column);
  return value === null ? null : cellLabel(column, value);
}

/** Returns what is wrong with the decisions about the columns, whatever the rows hold. */
export function missingColumns(people: PeopleDraft | null, kind: StudyKind): Missing[] {
  if (people === null) return [{ step: "people", field: "file", message: "Upload a file of people." }];
  const { columns } = people;
  const problems = columns.flatMap((column) => columnProblems(column, columns));
  if (!columns.some(isShown))
    problems.push(at("columns", "No column is shown: auditors would judge nothing."));
  if (kind === "audit") return [...problems, ...auditProblems(columns)];
  if (!columns.some(isForRules)) problems.push(at("columns", "No column is used by rules."));
  const outcomes = columns.filter(({ role }) => role === "outcome");
  if (outcomes.length > 1) {
    const names = outcomes.map(({ name }) => `“${name}”`).join(" and ");
    problems.push(at("columns", `Only one column can be the outcome, not ${names}.`));
  }
  return problems;
}

/** Returns problems of an audit's columns: it needs one column of chances, and has neither rules nor outcomes. */
function auditProblems(columns: readonly ColumnChoice[]): Missing[] {
  const chances = columns.filter(isChance);
  const names = chances.map(({ name }) => `“${name}”`).join(" and ");
  return [
    chances.length === 0
      ? at("chance", "Say which column holds everybody’s chance under the rule in force.")
      : null,
    chances.length > 1 ? at("chance", `Only one column can hold the chances, not ${names}.`) : null,
    ...chances.map(({ name, type }) =>
      type === "number" ? null : at("chance", `The chances in “${name}” must be numbers.`),
    ),
    columns.some(({ role }) => role === "outcome")
      ? at("columns", "An audit takes no outcomes: leave that column out.")
      : null,
  ].filter((problem) => problem !== null);
}

function columnProblems(column: ColumnChoice, all: readonly ColumnChoice[]): Missing[] {
  const { source, name, role } = column;
  if (role === "ignored") return [];
  const problems: Missing[] = [];
  if (name.trim() === "") problems.push(at(`${source}.name`, `Column ${source + 1} needs a name.`));
  const twin = all.find(
    (other) => other.source < source && other.role !== "ignored" && other.name.trim() === name.trim(),
  );
  if (twin !== undefined && name.trim() !== "") {
    problems.push(at(`${source}.name`, `Two columns are called “${name.trim()}”: names must differ.`));
  }
  if (role === "outcome" && (column.yes.length === 0 || column.no.length === 0)) {
    problems.push(at(`${source}.words`, `Say which cells of “${name}” mean yes and which mean no.`));
  }
  if (isFeature(column) && column.notation === "unclear") {
    problems.push(at(`${source}.notation`, `“${name}” can be read in two ways: say how it is written.`));
  }
  return [...problems, ...outlierProblems(column)];
}

function outlierProblems(column: ColumnChoice): Missing[] {
  const { source, name, type, outliers } = column;
  if (type !== "number" || outliers.treatment === "keep" || !isFeature(column)) return [];
  const field = `${source}.outliers`;
  const limits = [outliers.low, outliers.high].flatMap((limit) =>
    limit.trim() === "" ? [] : [typedNumber(limit.trim(), column)],
  );
  if (limits.length === 0) {
    return [at(field, `“${name}”: say below or above which number a value counts as an error.`)];
  }
  const wrong = limits.find((limit) => !numeral.test(limit));
  if (wrong !== undefined)
    return [
      at(
        field,
        `“${name}”: “${wrong}” is no ${isDate(column) ? "date such as 2025-12-31" : "number such as 4 or -0.5"}.`,
      ),
    ];
  const [low, high] = limits.map(Number);
  return low !== undefined && high !== undefined && low > high
    ? [at(field, `“${name}”: the lower limit is above the upper one.`)]
    : [];
}

const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function at(field: string, message: string): Missing {
  return { step: "people", field, message };
}
