"use client";

import { DataTable } from "#components/ui/table.tsx";
import type { ApiFieldRow } from "./open-api.ts";

/**
 * Table of fields with their types and meanings. Rendered in the browser too, so that a page with hundreds of fields
 * sends each once.
 */
export function FieldTable({ caption, rows }: { caption: string; rows: readonly ApiFieldRow[] }) {
  return (
    <DataTable
      caption={caption}
      bare
      fold
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        ["Field", ({ name }) => name, { className: "font-mono text-xs break-words" }],
        [
          "Type",
          ({ type, part, isRequired }) => (
            <>
              {part === null ? type : <a href={`#${part}`}>{type}</a>}
              {!isRequired && <span className="text-ink-2">, may be left out</span>}
            </>
          ),
        ],
        ["Meaning", ({ about }) => about],
      ]}
    />
  );
}
