import type { Column } from "#server/learner/config/spec.ts";
import type { FixedSpec } from "#server/learner/policy/fixed.ts";
import { isDate } from "./cells/notation.ts";
import { readCell } from "./cells/read-cell.ts";
import type { ColumnChoice, ColumnRole } from "./draft.ts";
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

/**
 * Checks whether a column holds each person's chance under the rule in force: an audit judges it, a study that learns is
 * compared with it.
 */
export function isChance({ role }: Pick<ColumnChoice, "role">): boolean {
  return role === "chance";
}

/** Checks whether a column is a group for reporting only: neither auditors nor rules see it. */
export function isGroup({ role }: Pick<ColumnChoice, "role">): boolean {
  return role === "group";
}

/** Returns the names of the columns that are groups, in the order of the file. */
export function groupNames(columns: readonly ColumnChoice[]): string[] {
  return inFileOrder(columns)
    .filter(isGroup)
    .map(({ name }) => name.trim());
}

/** Checks whether a column of chances holds words: a rule in force that says yes or no gives chances of 1 and 0. */
export function isInWords({ type }: Pick<ColumnChoice, "type">): boolean {
  return type === "category";
}

/** Returns the column with each person's chance under the rule in force; null if there is none. */
export function ruleInForce(
  columns: readonly Pick<ColumnChoice, "role" | "name" | "chanceUnit">[],
): FixedSpec["chance"] | null {
  const chance = columns.find(isChance);
  return chance === undefined ? null : { column: chance.name.trim(), unit: chance.chanceUnit };
}

/** Checks whether a column identifies people; if none does, the row of the file does. */
export function namesPeople(columns: readonly Pick<ColumnChoice, "role">[]): boolean {
  return columns.some(({ role }) => role === "identifier");
}

export function isFeature(column: Pick<ColumnChoice, "role">): boolean {
  return isShown(column) || isForRules(column) || isChance(column);
}

export function inFileOrder(columns: readonly ColumnChoice[]): ColumnChoice[] {
  return [...columns].sort((a, b) => a.source - b.source);
}

/** Returns the columns as the learner knows them, in the order of the file. */
export function learnerColumns(columns: readonly ColumnChoice[]): Column[] {
  return inFileOrder(columns)
    .filter(isFeature)
    .map(({ name, type, role }) => ({ name: name.trim(), type: isChance({ role }) ? "number" : type }));
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
