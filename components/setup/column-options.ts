import type { OptionList } from "#components/ui/select.tsx";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";

/** Options for the columns of the file, by their position in it. */
export function columnOptions(columns: readonly ColumnChoice[]): OptionList {
  return columns.map((column) => [column.source, columnLabel(column)]);
}

/** Returns the chosen column; null for the option that is no column. */
export function chosenColumn(value: string): number | null {
  return value === "" ? null : Number(value);
}
