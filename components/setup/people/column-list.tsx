"use client";

import { Sheet } from "#components/ui/sheet.tsx";
import { HeaderCell, Table } from "#components/ui/table.tsx";
import * as t from "#messages/setupPeople.ts";
import { warningsOf } from "#server/study/column-warnings.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { ColumnRow } from "./column-row.tsx";
import { rolesIn } from "./roles.ts";
import { warningInWords } from "./warning-words.ts";

/** Every column of the file, in the order of the cards. */
export function ColumnList({
  reading,
  copies,
}: {
  reading: PeopleReading;
  /** Positions of columns that nearly reveal the outcome. */
  copies: readonly number[];
}) {
  const { draft, missing, change } = useDraft();
  const { people } = draft;
  if (people === null) return null;
  const { columns } = people;

  const set = (index: number, part: Partial<ColumnChoice>) =>
    change({
      people: {
        ...people,
        columns: columns.map((column, at) => (at === index ? { ...column, ...part } : column)),
      },
    });
  const move = (from: number, to: number) => {
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    change({ people: { ...people, columns: next } });
  };
  const errorOf = (source: number) =>
    missing.find(({ step, field }) => step === "people" && field.startsWith(`${source}.`))?.message;

  return (
    <Sheet>
      <Table
        caption={t.columnsInOrder()}
        fold
        head={
          <tr>
            <HeaderCell>{t.column()}</HeaderCell>
            <HeaderCell>{t.cells()}</HeaderCell>
            <HeaderCell>{t.usedFor()}</HeaderCell>
            <HeaderCell>
              <span className="sr-only">{t.details()}</span>
            </HeaderCell>
          </tr>
        }
      >
        {columns.map((column, index) => (
          <ColumnRow
            key={column.source}
            column={column}
            roles={rolesIn(draft.kind)}
            reading={reading}
            place={index + 1}
            last={columns.length}
            warnings={warningsOf(column, reading, copies).map(warningInWords)}
            error={errorOf(column.source)}
            set={(part) => set(index, part)}
            move={(by) => move(index, index + by)}
          />
        ))}
      </Table>
    </Sheet>
  );
}
