"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { HeaderCell, Table } from "#components/ui/table.tsx";
import * as t from "#messages/setupPeople.ts";
import { warningsOf } from "#server/study/column-warnings.ts";
import { isChance, isFeature } from "#server/study/columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { safeColumns, withoutRole, withUsed } from "./choose-columns.ts";
import { ColumnRow } from "./column-row.tsx";
import { rolesIn } from "./roles.ts";
import { useCheck } from "./use-check.ts";
import { useColumns } from "./use-columns.ts";
import { warningInWords } from "./warning-words.ts";

/** Choice of the use of each column: one press for all columns without warnings, the others one by one. */
export function ColumnsSection({ reading }: { reading: PeopleReading }) {
  const { kind } = useDraft().draft;
  const { check } = useCheck();
  const { columns, set } = useColumns();
  const copies = check?.copies ?? [];
  const safe = safeColumns(columns, reading, copies);
  const safely = useOnceCompared(() => set(withUsed(columns, safe, kind)));
  const usedCount = columns.filter((column) => isFeature(column) && !isChance(column)).length;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-rule pt-5 pb-10">
      <div>
        <h2>{t.columns()}</h2>
        <p className="mt-1 max-w-measure text-sm text-ink-2">
          {reading.format.hasHeader ? t.columnsNote() : `${t.columnsNote()} ${t.nameColumns()}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={safe.length === 0} busy={safely.isAsked} onClick={safely.ask}>
          {safe.length === 0 ? t.noneSafe() : t.takeSafe({ kind, count: safe.length })}
        </Button>
        {usedCount > 0 && <Button onClick={() => set(withoutRole(columns))}>{t.leaveAllOut()}</Button>}
      </div>
      <ColumnList reading={reading} copies={copies} />
    </section>
  );
}

/**
 * Runs an action once all rows were compared with the currently chosen outcome: only then is it known which columns
 * nearly reveal it. An earlier press is kept until then; it is dropped if the rows cannot be compared.
 */
function useOnceCompared(act: () => void): { readonly isAsked: boolean; readonly ask: () => void } {
  const { saveState } = useDraft();
  const { check, isChecking, isFailed } = useCheck();
  const [isAsked, setAsked] = useState(false);
  const isCompared = check !== null && !isChecking && saveState.kind !== "saving";
  const onCompared = useEffectEvent(act);
  useEffect(() => {
    if (!isAsked || !(isCompared || isFailed)) return;
    setAsked(false);
    if (!isFailed) onCompared();
  }, [isAsked, isCompared, isFailed]);
  return { isAsked, ask: () => setAsked(true) };
}

/** Every column of the file, in the order of the cards. */
function ColumnList({
  reading,
  copies,
}: {
  reading: PeopleReading;
  /** Positions of columns that nearly reveal the outcome. */
  copies: readonly number[];
}) {
  const { draft, missing } = useDraft();
  const { columns, set, setOne } = useColumns();
  const move = (from: number, to: number) => {
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
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
            set={(part) => setOne(column.source, part)}
            move={(by) => move(index, index + by)}
          />
        ))}
      </Table>
    </Sheet>
  );
}
