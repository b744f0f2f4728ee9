import { Sheet, SheetHeader } from "#components/ui/sheet.tsx";
import { columnLabel, fileCellLabel, isChance, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { cardLabel } from "#server/study/words.ts";

/** Two people with the fields auditors see, in their order: no name, no code, no chance. */
export function PersonPreview({
  reading,
  columns,
}: {
  reading: PeopleReading;
  columns: readonly ColumnChoice[];
}) {
  const shown = shownColumns(columns);
  if (shown.length === 0) return <p className="text-ink-2">No column is shown yet.</p>;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
      {reading.preview.slice(0, 2).map(({ row, cells }, index) => (
        <Sheet key={row} ruled>
          <SheetHeader className="border-b border-hair">
            <h3 className="text-lg">Person {index + 1}</h3>
            <span className="text-sm text-ink-3">chance: {chanceWords(columns.find(isChance), cells)}</span>
          </SheetHeader>
          <dl>
            {shown.map((column) => {
              const cell = cells[column.source] ?? null;
              return (
                <div
                  key={column.source}
                  className="grid grid-cols-2 gap-4 border-b border-hair px-4 py-2.5 text-sm last:border-b-0 md:px-6"
                >
                  <dt className="min-w-0 break-words text-ink-2">
                    {cardLabel({ label: columnLabel(column) })}
                  </dt>
                  <dd className="min-w-0 font-[560] break-words">
                    {cell === null ? (
                      <span className="font-normal text-ink-3">not known</span>
                    ) : (
                      (fileCellLabel(column, cell) ?? cell)
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </Sheet>
      ))}
    </div>
  );
}

/** Formats the chance: in an audit it comes from the file, otherwise it is not known yet. */
function chanceWords(column: ColumnChoice | undefined, cells: readonly (string | null)[]): string {
  if (column === undefined) return "not computed yet";
  const cell = cells[column.source] ?? "missing";
  return column.chanceUnit === "percent" ? `${cell} in 100` : cell;
}
