"use client";

import { classNames } from "#components/ui/class-names.ts";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupPeople.ts";
import { columnLabel, fileCellLabel } from "#server/study/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { roleIcons } from "./roles.ts";

/** Preview of the first rows as they will be imported, with the use of each column. */
export function PreviewTable({
  reading,
  columns,
}: {
  reading: PeopleReading;
  columns: readonly ColumnChoice[];
}) {
  return (
    <Sheet>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways
        tabIndex={0}
        aria-label={t.firstRowsOfFile()}
        className="relative overflow-x-auto focus-visible:-outline-offset-2"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t.firstRowsOfFile()}</caption>
          <thead>
            <tr>
              <th
                scope="col"
                className="border-b border-rule py-2 pr-3 pl-4 text-right align-bottom text-xs font-normal text-ink-3 md:pl-6"
              >
                {t.row()}
              </th>
              {columns.map((column) => (
                <ColumnHead key={column.source} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {reading.preview.map(({ row, cells }) => (
              <tr key={row} className="border-b border-hair last:border-b-0">
                <th
                  scope="row"
                  className="py-2.5 pr-3 pl-4 text-right font-normal text-ink-3 tabular-nums md:pl-6"
                >
                  {row}
                </th>
                {columns.map((column) => (
                  <PreviewCell key={column.source} column={column} cell={cells[column.source] ?? null} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SheetFooter>{t.firstOf({ shown: reading.preview.length, count: reading.rowCount })}</SheetFooter>
    </Sheet>
  );
}

function ColumnHead({ column }: { column: ColumnChoice }) {
  const Icon = roleIcons[column.role];
  return (
    <th
      scope="col"
      className={classNames(
        "min-w-28 border-b border-l border-b-rule border-l-hair px-3 py-2 text-left align-bottom font-normal",
        isQuiet(column) && "bg-sunken",
      )}
    >
      <span className="block max-w-48 truncate font-[560]" title={columnLabel(column)}>
        {columnLabel(column) || t.noName()}
      </span>
      <span className="text-ink-3" title={t.role({ role: column.role })}>
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{t.role({ role: column.role })}</span>
      </span>
    </th>
  );
}

function PreviewCell({ column, cell }: { column: ColumnChoice; cell: string | null }) {
  return (
    <td
      className={classNames(
        "max-w-56 truncate border-l border-hair px-3 py-2.5",
        isQuiet(column) && "bg-sunken text-ink-2",
        column.role === "ignored" && "text-ink-3",
        column.type === "number" && "tabular-nums",
      )}
    >
      <CellWords column={column} cell={cell} />
    </td>
  );
}

/** Uses in which a cell is kept as the file has it. */
const rawRoles: readonly ColumnRole[] = ["ignored", "identifier", "group"];

function CellWords({ column, cell }: { column: ColumnChoice; cell: string | null }) {
  if (column.role === "outcome") return <span className="text-ink-3">{t.sealedCell()}</span>;
  if (cell === null) return <span className="text-ink-3">{t.emptyCell()}</span>;
  if (rawRoles.includes(column.role)) return cell;
  return fileCellLabel(column, cell) ?? <span className="text-bad">{cell}</span>;
}

function isQuiet({ role }: ColumnChoice): boolean {
  return role !== "both" && role !== "shown";
}
