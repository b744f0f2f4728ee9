import { plainReading } from "#server/study/cells/notation.ts";
import { isSafe } from "#server/study/column-warnings.ts";
import { isChance } from "#server/study/columns.ts";
import type { ColumnChoice, StudyKind } from "#server/study/draft.ts";
import { guessMeanings } from "#server/study/outcome-words.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading, ReadColumn } from "#server/study/reading.ts";

type Columns = readonly ColumnChoice[];

/** Makes a column the outcome. An earlier outcome column becomes ignored, as there can be only one. */
export function withOutcome(columns: Columns, source: number | null, reading: PeopleReading): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return outcomeOf(column, reading);
    return column.role === "outcome" ? { ...column, role: "ignored" } : column;
  });
}

/** Returns the column as the outcome, with proposed meanings for words that are self-explanatory. */
export function outcomeOf(column: ColumnChoice, reading: PeopleReading): ColumnChoice {
  const meanings = guessMeanings(reading.columns[column.source]?.words ?? []);
  const wordsOf = (what: "yes" | "no") =>
    meanings.flatMap(({ word, means }) => (means === what ? [word] : []));
  return { ...column, role: "outcome", yes: wordsOf("yes"), no: wordsOf("no") };
}

/** Makes a column the chance of the rule in force. An earlier one becomes ignored, as there can be only one. */
export function withChance(columns: Columns, source: number | null, reading: PeopleReading): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return chanceOf(column, reading);
    return isChance(column) ? { ...column, role: "ignored" } : column;
  });
}

/**
 * Returns the column as the chance of the rule in force. Numbers count as percentages if their sign or their size
 * indicates it. Words become chances of 1 and 0, with proposed meanings for those that are self-explanatory.
 */
export function chanceOf(column: ColumnChoice, reading: PeopleReading): ColumnChoice {
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

export function withIdentifier(columns: Columns, source: number | null): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return { ...column, role: "identifier" };
    return column.role === "identifier" ? { ...column, role: "ignored" } : column;
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
