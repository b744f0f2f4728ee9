import { cellLabel, columnLabel, inFileOrder, isFeature, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";

/**
 * Formats a person's cells that auditors see, or the first of them.
 *
 * @param cells of all features, in the order of the file
 */
export function shownCellWords(
  cells: readonly (string | null)[],
  columns: readonly ColumnChoice[],
  most?: number,
): string {
  const places = new Map(inFileOrder(columns.filter(isFeature)).map(({ source }, place) => [source, place]));
  return shownColumns(columns)
    .slice(0, most)
    .flatMap((column) => {
      const cell = cells[places.get(column.source) ?? -1] ?? null;
      return cell === null ? [] : [`${columnLabel(column)} ${cellLabel(column, cell)}`];
    })
    .join(", ");
}
