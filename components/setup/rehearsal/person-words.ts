import { cellLabel, columnLabel, inFileOrder, isFeature, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";

const cellsShown = 4;

/** Formats some of a person's cells that auditors see. @param cells of all features, in the order of the file */
export function shownCellWords(cells: readonly (string | null)[], columns: readonly ColumnChoice[]): string {
  const places = new Map(inFileOrder(columns.filter(isFeature)).map(({ source }, place) => [source, place]));
  return shownColumns(columns)
    .slice(0, cellsShown)
    .flatMap((column) => {
      const cell = cells[places.get(column.source) ?? -1] ?? null;
      return cell === null ? [] : [`${columnLabel(column)} ${cellLabel(column, cell)}`];
    })
    .join(", ");
}
