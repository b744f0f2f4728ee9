"use client";

import { Fold } from "#components/ui/fold.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/data.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Columns = Outputs["results"]["data"]["tables"][number]["columns"];

/** Data dictionary of one table. Rendered in the browser and only while it is open: the page has a hundred columns. */
export function ColumnsFold({ name, columns }: { name: string; columns: Columns }) {
  return (
    <Fold label={t.columnCount({ count: columns.length })} isLazy>
      <Table
        caption={t.columnsOf({ name })}
        bare
        fold
        head={
          <Row>
            <HeaderCell>{t.column()}</HeaderCell>
            <HeaderCell>{t.type()}</HeaderCell>
            <HeaderCell>{t.meaning()}</HeaderCell>
          </Row>
        }
      >
        {columns.map(({ name: column, type, nullable, unit, about }) => (
          <Row key={column}>
            <RowHead label={t.column()} className="font-mono text-xs">
              {column}
            </RowHead>
            <Cell label={t.type()} className="whitespace-nowrap">
              {t.columnType({ type, nullable: nullable === true })}
            </Cell>
            <Cell label={t.meaning()}>
              <span lang="en">{about}</span> {unit !== undefined && t.unit({ unit })}
            </Cell>
          </Row>
        ))}
      </Table>
    </Fold>
  );
}
