import { plainReading } from "#server/study/cells/notation.ts";
import { isSafe } from "#server/study/column-warnings.ts";
import type { ColumnChoice, ColumnRole, StudyKind } from "#server/study/draft.ts";
import { guessYesAndNo } from "#server/study/outcome-words.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading, ReadColumn } from "#server/study/reading.ts";

type Columns = readonly ColumnChoice[];

/** Gives a column a use that only one column can have. An earlier one becomes ignored. */
export function withOnly(
  columns: Columns,
  role: ColumnRole,
  source: number | null,
  reading: PeopleReading,
): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return inRole(column, role, reading);
    return column.role === role ? { ...column, role: "ignored" } : column;
  });
}

/** Returns the column with another use. */
export function inRole(column: ColumnChoice, role: ColumnRole, reading: PeopleReading): ColumnChoice {
  if (role === "outcome") return outcomeOf(column, reading);
  return role === "chance" ? chanceOf(column, reading) : { ...column, role };
}

/** Returns the column as the outcome, with proposed meanings for words that are self-explanatory. */
function outcomeOf(column: ColumnChoice, reading: PeopleReading): ColumnChoice {
  return { ...column, role: "outcome", ...guessYesAndNo(reading.columns[column.source]?.words ?? []) };
}

/**
 * Returns the column as the chance of the rule in force. Numbers count as percentages if their sign or their size
 * indicates it. Words become chances of 1 and 0, with proposed meanings for those that are self-explanatory.
 */
function chanceOf(column: ColumnChoice, reading: PeopleReading): ColumnChoice {
  const [notation] = reading.columns[column.source]?.numbers[0]?.notations ?? [];
  if (notation === undefined && column.type !== "number") {
    return {
      ...outcomeOf(column, reading),
      ...plainReading("category"),
      role: "chance",
      chanceUnit: "share",
    };
  }
  const number: ColumnChoice =
    column.type === "number" || notation === undefined ? column : { ...column, type: "number", notation };
  const largest = Number(numbersOf(reading, number)?.largest ?? 0);
  const chanceUnit = number.sign === "%" || largest > 1 ? "percent" : "share";
  return { ...number, role: "chance", chanceUnit, yes: [], no: [] };
}

/** Returns the columns whose data satisfies a condition. */
export function columnsThat(
  columns: Columns,
  reading: PeopleReading,
  looks: (read: ReadColumn) => boolean,
): ColumnChoice[] {
  return columns.filter(({ source }) => {
    const read = reading.columns[source];
    return read !== undefined && looks(read);
  });
}

/** Returns the unused columns without warnings. */
export function safeColumns(
  columns: Columns,
  reading: PeopleReading,
  copies: readonly number[],
): ColumnChoice[] {
  return columns.filter((column) => column.role === "ignored" && isSafe(column, reading, copies));
}

/** Marks columns as shown and, if possible, used by rules. Rules cannot use free text, and an audit has no rules. */
export function withUsed(columns: Columns, used: Columns, kind: StudyKind): ColumnChoice[] {
  const sources = new Set(used.map(({ source }) => source));
  return columns.map((column) =>
    sources.has(column.source)
      ? { ...column, role: kind === "audit" || column.type === "text" ? "shown" : "both" }
      : column,
  );
}

export function withoutRole(columns: Columns): ColumnChoice[] {
  const isUsed = ({ role }: ColumnChoice) => role === "both" || role === "shown" || role === "rules";
  return columns.map((column) => (isUsed(column) ? { ...column, role: "ignored" } : column));
}
