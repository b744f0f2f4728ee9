"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/setupPeople.ts";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, ColumnRole } from "#server/study/draft.ts";
import { chosenColumn, columnOptions } from "../column-options.ts";

const proposalCount = 3;

/** Choice of the column with a use that only one column can have. */
export function ColumnQuestion({
  label,
  hint,
  none,
  use,
  columns,
  proposals,
  error,
  choose,
  children,
}: {
  label: string;
  hint: string;
  /** Label while no column is chosen. */
  none: string;
  use: ColumnRole;
  columns: readonly ColumnChoice[];
  /** Columns that look suitable. */
  proposals: readonly ColumnChoice[];
  error?: string | undefined;
  choose: (source: number | null) => void;
  children?: ReactNode;
}) {
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
          options={[["", none], ...columnOptions(columns)]}
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
