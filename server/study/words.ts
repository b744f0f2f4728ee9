import { formatDay, formatExact } from "#server/format.ts";
import type { Column } from "#server/learner/config/spec.ts";
import { isDecimal, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";
import { dayLength } from "./cells/day-length.ts";
import type { StudyLabels } from "./labels.ts";

/**
 * A column as people read it: the operator's name for it, its unit, and the meanings of a category's codes. The only
 * place that words a cell.
 */
export type FieldWords = {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly type: Column["type"];
  /** A number of days that is shown as a date. */
  readonly isDate: boolean;
  readonly words: Readonly<Record<string, string>>;
};

/** Returns a study's columns in words. Columns without a label keep their name, with spaces for underscores. */
export function fieldsOf(columns: readonly Column[], labels: StudyLabels["columns"]): FieldWords[] {
  return columns.map(({ name, type }) => {
    const given = labels.find((column) => column.name === name);
    return {
      name,
      label: given?.label || name.replaceAll("_", " ").trim(),
      unit: given?.unit ?? "",
      type,
      isDate: given?.isDate ?? false,
      words: Object.fromEntries((given?.words ?? []).map(({ word, label }) => [word, label])),
    };
  });
}

/** Returns a label as the heading of a row on a card. */
export function cardLabel({ label }: Pick<FieldWords, "label">): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns a cell as a card shows it; undefined where the file had no value. */
export function cellInWords(
  cell: string | null,
  { type, unit, isDate, words }: Pick<FieldWords, "type" | "unit" | "isDate" | "words">,
): string | undefined {
  if (cell === null || cell.trim() === "") return undefined;
  if (Object.hasOwn(words, cell)) return words[cell];
  if (type !== "number") return cell;
  if (!isDecimal(cell)) return withUnit(cell, unit);
  return isDate
    ? formatDay(Number(cell) * dayLength)
    : withUnit(formatExact(printDecimal(readDecimal(cell))), unit);
}

/** Adds the unit: currency signs go before the number, everything else after it. */
function withUnit(text: string, unit: string): string {
  if (unit === "") return text;
  return /^\p{Sc}$/u.test(unit) ? text.replace(/^(−?)/, `$1${unit}`) : `${text} ${unit}`;
}
