import { isSafe } from "#server/draft/column-warnings.ts";
import type { ColumnChoice } from "#server/draft/draft.ts";
import type { PeopleReading } from "#server/draft/reading.ts";
import { guessMeanings } from "#server/schemas/outcomes-file.ts";

type Columns = readonly ColumnChoice[];

/** The column with this use; one that had it before is left out, where only one can have it. */
export function withOutcome(columns: Columns, source: number | null, reading: PeopleReading): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return outcomeOf(column, reading);
    return column.role === "outcome" ? { ...column, role: "ignored" } : column;
  });
}

/** What its words mean is proposed where they say so themselves. */
export function outcomeOf(column: ColumnChoice, reading: PeopleReading): ColumnChoice {
  const meanings = guessMeanings(reading.columns[column.source]?.words ?? []);
  const wordsOf = (what: "yes" | "no") =>
    meanings.flatMap(({ word, means }) => (means === what ? [word] : []));
  return { ...column, role: "outcome", yes: wordsOf("yes"), no: wordsOf("no") };
}

export function withIdentifier(columns: Columns, source: number | null): ColumnChoice[] {
  return columns.map((column) => {
    if (column.source === source) return { ...column, role: "identifier" };
    return column.role === "identifier" ? { ...column, role: "ignored" } : column;
  });
}

/** The columns nothing is done with so far and nothing speaks against. */
export function safeColumns(
  columns: Columns,
  reading: PeopleReading,
  copies: readonly number[],
): ColumnChoice[] {
  return columns.filter((column) => column.role === "ignored" && isSafe(column, reading, copies));
}

/** Rules cannot ask about free text. */
export function withUsed(columns: Columns, used: Columns): ColumnChoice[] {
  const sources = new Set(used.map(({ source }) => source));
  return columns.map((column) =>
    sources.has(column.source) ? { ...column, role: column.type === "text" ? "shown" : "both" } : column,
  );
}

export function withNone(columns: Columns): ColumnChoice[] {
  const isUsed = ({ role }: ColumnChoice) => role === "both" || role === "shown" || role === "rules";
  return columns.map((column) => (isUsed(column) ? { ...column, role: "ignored" } : column));
}
