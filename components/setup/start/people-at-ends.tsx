"use client";

import { Cell, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/setupStart.ts";
import { cellLabel, columnLabel, inFileOrder, isFeature, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { inHundred, type StartSummary } from "./start-words.ts";

/** The people with the highest and the lowest starting chances, with the fields auditors will see. */
export function PeopleAtEnds({
  start: { highest, lowest, lookedAt },
  columns,
}: {
  start: StartSummary;
  columns: readonly ColumnChoice[];
}) {
  const shown = shownColumns(columns);
  const places = new Map(inFileOrder(columns.filter(isFeature)).map(({ source }, place) => [source, place]));
  const between = lookedAt - highest.length - lowest.length;
  const row = ({ place, identifier, chance, cells }: StartSummary["highest"][number]) => (
    <tr key={place}>
      <RowHead className="whitespace-nowrap">{identifier ?? t.rowOf({ number: place })}</RowHead>
      <Cell numeric className="font-[620]">
        {inHundred(chance)}
      </Cell>
      {shown.map((column) => {
        const cell = cells[places.get(column.source) ?? -1] ?? null;
        return (
          <Cell key={column.source} numeric={column.type === "number"} className="whitespace-nowrap">
            {cell === null ? <span className="text-ink-3">–</span> : cellLabel(column, cell)}
          </Cell>
        );
      })}
    </tr>
  );
  return (
    <div>
      <h3 className="mb-1">{t.whoStartsWhere()}</h3>
      <Table
        bare
        caption={t.peopleAtEnds()}
        head={
          <tr>
            <HeaderCell>{t.person()}</HeaderCell>
            <HeaderCell numeric>{t.chance()}</HeaderCell>
            {shown.map((column) => (
              <HeaderCell key={column.source} numeric={column.type === "number"}>
                {columnLabel(column)}
              </HeaderCell>
            ))}
          </tr>
        }
      >
        {highest.map(row)}
        {between > 0 && (
          <tr className="border-b border-hair">
            <td colSpan={2 + shown.length} className="py-2 text-xs text-ink-3">
              {t.between({ count: between })}
            </td>
          </tr>
        )}
        {lowest.map(row)}
      </Table>
    </div>
  );
}
