"use client";

import { Fold } from "#components/ui/fold.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/http/outputs.ts";

type Columns = Outputs["results"]["data"]["tables"][number]["columns"];

const typeWords: Readonly<Record<Columns[number]["type"], string>> = {
  text: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  time: "moment, UTC",
};

/** Data dictionary of one table. Rendered in the browser and only while it is open: the page has a hundred columns. */
export function ColumnsFold({ name, columns }: { name: string; columns: Columns }) {
  return (
    <Fold label={`${columns.length} columns`} isLazy>
      <Table
        caption={`Columns of ${name}`}
        bare
        fold
        head={
          <Row>
            <HeaderCell>Column</HeaderCell>
            <HeaderCell>Type</HeaderCell>
            <HeaderCell>Meaning</HeaderCell>
          </Row>
        }
      >
        {columns.map(({ name: column, type, nullable, unit, about }) => (
          <Row key={column}>
            <RowHead label="Column" className="font-mono text-xs">
              {column}
            </RowHead>
            <Cell label="Type" className="whitespace-nowrap">
              {typeWords[type]}
              {nullable && " or empty"}
            </Cell>
            <Cell label="Meaning">
              {about}
              {unit !== undefined && ` Unit: ${unit}.`}
            </Cell>
          </Row>
        ))}
      </Table>
    </Fold>
  );
}
