import type { Entry, EntryType } from "#server/audit-log/entries.ts";
import type { Features } from "#server/learner/config/spec.ts";

/** `time`: milliseconds since 1970 in UTC, written as the format writes moments. */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "time";

export type TableColumn = {
  /** snake_case, unique in its table. */
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a cell can be empty; `about` says when it is. */
  readonly nullable?: true;
  /** Makes the unit's name in the reader's language. */
  readonly unit?: () => string;
  /** Makes the description in the reader's language. */
  readonly about: () => string;
};

/** A column; the type of one whose cells can be empty ends with "?". */
export function column(
  name: string,
  type: ColumnType | `${ColumnType}?`,
  about: () => string,
  unit?: () => string,
): TableColumn {
  const isNullable = type.endsWith("?");
  const cells = (isNullable ? type.slice(0, -1) : type) as ColumnType;
  return { name, type: cells, ...(isNullable && { nullable: true }), ...(unit && { unit }), about };
}

export type CellValue = string | number | boolean | null;

/** One cell for each column. */
export type TableRow = readonly CellValue[];

/** A person as the record lists them: with cells once a round showed them, unless they were erased. */
export type RecordPerson = {
  readonly person: string;
  readonly features: Features | null;
  /** The cells of the group columns. */
  readonly groups: Features | null;
};

/** The source of tables: a record, which is read as often as a table needs and gives the same each time. */
export type TableSource = {
  /** Yields the entries of these types up to one entry, oldest first. */
  entries<Type extends EntryType>(types: readonly Type[]): AsyncIterable<Entry<Type>>;
  /** Yields all people imported up to that entry, in the order of the files. */
  people(): AsyncIterable<RecordPerson>;
};

/** One table of a study's data. Its rows follow from the record alone, in the order of the entries they come from. */
export type TableDefinition = {
  readonly name: string;
  /** Makes the description in the reader's language. */
  readonly about: () => string;
  readonly columns: readonly TableColumn[];
  /** Memory: one round, and what `about` names in addition. */
  rows(source: TableSource): AsyncGenerator<TableRow>;
};
