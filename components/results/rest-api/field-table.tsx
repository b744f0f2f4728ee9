"use client";

import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { ApiFieldRow } from "./open-api.ts";

/**
 * Table of fields with their types and meanings. Rendered in the browser too, so that a page with hundreds of fields
 * sends each once.
 */
export function FieldTable({ caption, rows }: { caption: string; rows: readonly ApiFieldRow[] }) {
  const head = (
    <Row>
      <HeaderCell>Field</HeaderCell>
      <HeaderCell>Type</HeaderCell>
      <HeaderCell>Meaning</HeaderCell>
    </Row>
  );
  return (
    <Table caption={caption} bare fold head={head}>
      {rows.map(({ name, type, part, about, isRequired }) => (
        <Row key={name}>
          <RowHead label="Field" className="font-mono text-xs break-words">
            {name}
          </RowHead>
          <Cell label="Type">
            {part === null ? type : <a href={`#${part}`}>{type}</a>}
            {!isRequired && <span className="text-ink-2">, may be left out</span>}
          </Cell>
          <Cell label="Meaning">{about}</Cell>
        </Row>
      ))}
    </Table>
  );
}
