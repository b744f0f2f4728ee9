import type { Table, TableColumn } from "./base/table.ts";

/** What a table and its columns mean, as plain data: for a footer, a page, a file. */
export type TableDictionary = {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly TableColumn[];
};

export function dictionaryOf({ name, about, columns }: Table): TableDictionary {
  return { name, about, columns };
}
