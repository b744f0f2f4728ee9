import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/setupReview.ts";
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
  if (shown.length === 0) return <p className="text-ink-2">{t.noColumn()}</p>;
  const people = reading.preview.slice(0, 2);
  return (
    <Sheet>
      <Table
        caption={t.twoPeople()}
        head={
          <tr>
            <HeaderCell>{t.field()}</HeaderCell>
            {people.map(({ row }, index) => (
              <HeaderCell key={row}>{t.person({ number: index + 1 })}</HeaderCell>
            ))}
          </tr>
        }
      >
        {shown.map((column) => (
          <tr key={column.source}>
            <RowHead className="break-words">{cardLabel({ label: columnLabel(column) })}</RowHead>
            {people.map(({ row, cells }) => (
              <Cell key={row} className="break-words">
                <CellWords column={column} cell={cells[column.source] ?? null} />
              </Cell>
            ))}
          </tr>
        ))}
        <tr>
          <RowHead>{t.chance()}</RowHead>
          {people.map(({ row, cells }) => (
            <Cell key={row}>{chanceWords(columns.find(isChance), cells)}</Cell>
          ))}
        </tr>
      </Table>
    </Sheet>
  );
}

function CellWords({ column, cell }: { column: ColumnChoice; cell: string | null }) {
  if (cell === null) return <span className="text-ink-3">{t.notKnown()}</span>;
  return fileCellLabel(column, cell) ?? cell;
}

/** Formats the chance: in an audit it comes from the file, otherwise it is not known yet. */
function chanceWords(column: ColumnChoice | undefined, cells: readonly (string | null)[]): string {
  if (column === undefined) return t.notComputed();
  const cell = cells[column.source] ?? t.missingCell();
  return column.chanceUnit === "percent" ? t.in100({ chance: cell }) : cell;
}
