"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/setupPeople.ts";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import { chosenColumn, columnOptions } from "../column-options.ts";
import { withOnly } from "./choose-columns.ts";
import { useColumns } from "./use-columns.ts";

const proposalCount = 3;

/** Choice of the column with a use that only one column can have. */
export function ColumnQuestion({
  label,
  hint,
  none,
  use,
  reading,
  offered,
  proposals,
  error,
  children,
}: {
  label: string;
  hint: string;
  /** Label while no column is chosen. */
  none: string;
  use: ColumnRole;
  reading: PeopleReading;
  /** Columns to choose from; all unless given. */
  offered?: readonly ColumnChoice[];
  /** Columns that look suitable. */
  proposals: readonly ColumnChoice[];
  error?: string | undefined;
  children?: ReactNode;
}) {
  const { columns, set } = useColumns();
  const choose = (source: number | null) => set(withOnly(columns, use, source, reading));
  const chosen = columns.find(({ role }) => role === use);
  const open = chosen === undefined ? proposals.slice(0, proposalCount) : [];
  return (
    <div className="grid gap-3">
      <div className="max-w-measure">
        <Select
          label={label}
          hint={hint}
          error={error}
          value={chosen?.source ?? ""}
          onChange={(event) => choose(chosenColumn(event.target.value))}
          options={[["", none], ...columnOptions(offered ?? columns)]}
        />
      </div>
      {open.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {t.perhaps()}
          {open.map((column) => (
            <Button key={column.source} small onClick={() => choose(column.source)}>
              {columnLabel(column)}
            </Button>
          ))}
        </p>
      )}
      {children}
    </div>
  );
}
