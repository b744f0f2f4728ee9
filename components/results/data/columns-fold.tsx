"use client";

import { Fold } from "#components/ui/fold.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/data.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Columns = Outputs["results"]["data"]["tables"][number]["columns"];

/** Data dictionary of one table. Rendered in the browser and only while it is open: the page has a hundred columns. */
export function ColumnsFold({ name, columns }: { name: string; columns: Columns }) {
  return (
    <Fold label={t.columnCount({ count: columns.length })} isLazy>
      <DataTable
        caption={t.columnsOf({ name })}
        bare
        fold
        rows={columns}
        keyOf={({ name: column }) => column}
        columns={[
          [t.column(), ({ name: column }) => column, { className: "font-mono text-xs" }],
          [
            t.type(),
            ({ type, nullable }) => t.columnType({ type, nullable: nullable === true }),
            { className: "whitespace-nowrap" },
          ],
          [
            t.meaning(),
            ({ about, unit }) => (
              <>
                {about} {unit !== undefined && t.unit({ unit })}
              </>
            ),
          ],
        ]}
      />
    </Fold>
  );
}
