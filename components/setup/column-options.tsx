import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";

/** Options for the columns of the file, by their position in it. */
export function ColumnOptions({ columns }: { columns: readonly ColumnChoice[] }) {
  return columns.map((column) => (
    <option key={column.source} value={column.source}>
      {columnLabel(column)}
    </option>
  ));
}

/** Returns the chosen column; null for the option that is no column. */
export function chosenColumn(value: string): number | null {
  return value === "" ? null : Number(value);
}
