import * as meaning from "#messages/tables.ts";
import { inLanguage } from "#server/locale.ts";
import type { TableColumn, TableDefinition } from "./base/table.ts";

/** The meaning of a column, in words of one language. */
export type DescribedColumn = Omit<TableColumn, "unit" | "about"> & {
  readonly unit?: string;
  readonly about: string;
};

/** The meaning of a table and its columns as plain data: for a footer, a page, a file. */
export type TableDictionary = {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly DescribedColumn[];
};

/** Describes a table in the reader's language, for a page. */
export function dictionaryOf({ name, about, columns }: TableDefinition): TableDictionary {
  return { name, about: about(), columns: columns.map(describedColumn) };
}

/** Describes a table in English, as files do: the same file has the same bytes for all readers. */
export function englishDictionaryOf(table: TableDefinition): TableDictionary {
  return inLanguage("en", () => dictionaryOf(table));
}

function describedColumn({ unit, about, ...column }: TableColumn): DescribedColumn {
  return { ...column, ...(unit && { unit: unit() }), about: about() };
}

/** Returns the data dictionary of these tables, one row for each column. It needs no record. */
export function dictionaryTable(tables: readonly TableDefinition[]): TableDefinition {
  return {
    name: "dictionary",
    about: meaning.dictionaryTable,
    columns: [
      { name: "table", type: "text", about: meaning.tableName },
      { name: "column", type: "text", about: meaning.columnName },
      { name: "type", type: "text", about: meaning.columnType },
      { name: "can_be_empty", type: "boolean", about: meaning.canBeEmpty },
      { name: "unit", type: "text", nullable: true, about: meaning.unitOfColumn },
      { name: "meaning", type: "text", about: meaning.meaningOfCell },
    ],
    rows: async function* () {
      for (const { name, columns } of tables.map(englishDictionaryOf)) {
        for (const { name: column, type, nullable = false, unit = null, about } of columns) {
          yield [name, column, type, nullable, unit, about];
        }
      }
    },
  };
}
