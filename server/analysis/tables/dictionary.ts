import type { TableColumn, TableDefinition } from "./base/table.ts";

/** The meaning of a table and its columns as plain data: for a footer, a page, a file. */
export type TableDictionary = {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly TableColumn[];
};

export function dictionaryOf({ name, about, columns }: TableDefinition): TableDictionary {
  return { name, about, columns };
}

/** Returns the data dictionary of these tables, one row for each column. It needs no record. */
export function dictionaryTable(tables: readonly TableDefinition[]): TableDefinition {
  return {
    name: "dictionary",
    about: "Every column of every table.",
    columns: [
      { name: "table", type: "text", about: "Name of the table." },
      { name: "column", type: "text", about: "Name of the column." },
      { name: "type", type: "text", about: "text, integer, number, boolean, or time: a moment in UTC." },
      { name: "can_be_empty", type: "boolean", about: "Whether a cell can be empty." },
      { name: "unit", type: "text", nullable: true, about: "Unit of the numbers; empty if there is none." },
      { name: "meaning", type: "text", about: "What a cell says, and what it says if it is empty." },
    ],
    rows: async function* () {
      for (const { name, columns } of tables) {
        for (const { name: column, type, nullable = false, unit = null, about } of columns) {
          yield [name, column, type, nullable, unit, about];
        }
      }
    },
  };
}
