"use client";

import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/setupPeople.ts";
import { isChance, isFeature } from "#server/study/columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";
import { safeColumns, withoutRole, withUsed } from "./choose-columns.ts";
import { ColumnList } from "./column-list.tsx";
import { useCheck } from "./use-check.ts";
import { useOnceCompared } from "./use-once-compared.ts";

/** Choice of the use of each column: one press for all columns without warnings, the others one by one. */
export function ColumnsSection({ reading }: { reading: PeopleReading }) {
  const { draft, change } = useDraft();
  const { check } = useCheck();
  const { people } = draft;
  const columns = people?.columns ?? [];
  const copies = check?.copies ?? [];
  const safe = safeColumns(columns, reading, copies);
  const takeSafe = () => {
    if (people !== null) change({ people: { ...people, columns: withUsed(columns, safe, draft.kind) } });
  };
  const safely = useOnceCompared(takeSafe);
  if (people === null) return null;
  const usedCount = columns.filter((column) => isFeature(column) && !isChance(column)).length;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-rule pt-5 pb-10">
      <div>
        <h2>{t.columns()}</h2>
        <p className="mt-1 max-w-measure text-sm text-ink-2">{t.columnsNote()}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={safe.length === 0} busy={safely.isAsked} onClick={safely.ask}>
          {safe.length === 0 ? t.noneSafe() : t.takeSafe({ kind: draft.kind, count: safe.length })}
        </Button>
        {usedCount > 0 && (
          <Button onClick={() => change({ people: { ...people, columns: withoutRole(columns) } })}>
            {t.leaveAllOut()}
          </Button>
        )}
      </div>
      <ColumnList reading={reading} copies={copies} />
    </section>
  );
}
