"use client";

import { classNames } from "#components/ui/class-names.ts";
import { Sheet } from "#components/ui/sheet.tsx";
import { warningsOf } from "#server/study/column-warnings.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { ColumnRow, columnGrid } from "./column-row.tsx";
import { rolesIn } from "./role-words.ts";

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
    missing.find(({ field }) => [`${source}.name`, `${source}.words`, `${source}.notation`].includes(field))
      ?.message;

  return (
    <Sheet>
      <div
        aria-hidden
        className={classNames(
          "hidden gap-x-4 border-b border-rule px-6 py-2 text-xs text-ink-3 md:grid",
          columnGrid,
        )}
      >
        <span>Name in the record</span>
        <span>Read as</span>
        <span>For</span>
        <span />
      </div>
      <ol aria-label="Columns, in the order of the cards">
        {columns.map((column, index) => (
          <ColumnRow
            key={column.source}
            column={column}
            roles={rolesIn(draft.kind)}
            reading={reading}
            place={index + 1}
            last={columns.length}
            warnings={warningsOf(column, reading, copies)}
            error={errorOf(column.source)}
            set={(part) => set(index, part)}
            move={(by) => move(index, index + by)}
          />
        ))}
      </ol>
    </Sheet>
  );
}
