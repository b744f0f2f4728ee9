import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/setupPeople.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import { cellLabel } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** An ambiguous cell with a button for each way to read it. */
export function UnclearReading({
  name,
  column,
  reading,
  set,
}: {
  name: string;
  column: ColumnChoice;
  reading: PeopleReading;
  set: (part: Pick<ColumnChoice, "notation">) => void;
}) {
  const { numbers = [], examples = [] } = reading.columns[column.source] ?? {};
  const ways = numbers.flatMap(({ notations: [notation] }) => (notation === undefined ? [] : [notation]));
  const valueIn = (cell: string, notation: ColumnChoice["notation"]) =>
    readCell(cell, { ...column, notation });
  const cell = examples.find((each) => new Set(ways.map((way) => valueIn(each, way))).size > 1);
  if (cell === undefined) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <span>{t.cellMeans({ name, cell: () => <span className="font-mono">{cell}</span> })}</span>
      {ways.map((notation) => (
        <Button key={notation} small onClick={() => set({ notation })}>
          {wayInWords({ ...column, notation }, valueIn(cell, notation) ?? cell)}
        </Button>
      ))}
    </p>
  );
}

/** Formats a reading without thousands separators, since those are what is ambiguous. */
function wayInWords(column: ColumnChoice, value: string): string {
  if (isDate(column)) return cellLabel(column, value);
  return Number(value) >= 1000 || Number(value) <= -1000 ? t.inThousands({ value }) : t.aFraction({ value });
}
