"use client";

import { Fold } from "#components/ui/fold.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber } from "#server/format.ts";
import { Columns } from "./columns.tsx";
import type { StartSummary } from "./start-words.ts";

/** Histogram of people by starting chance, 5 points a column. */
export function StartHistogram({ columns }: Pick<StartSummary, "columns">) {
  return (
    <figure>
      <figcaption className="mb-2 text-sm text-ink-2">
        People by starting chance in 100, 5 points a column
      </figcaption>
      <Columns values={columns} tall />
      <div aria-hidden className="flex justify-between pt-1 text-xs text-ink-3 tabular-nums">
        {[0, 25, 50, 75, 100].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <Fold label="Table: people by starting chance">
        <Table
          bare
          caption="People by starting chance"
          head={
            <tr>
              <HeaderCell>Chance in 100</HeaderCell>
              <HeaderCell numeric>People</HeaderCell>
            </tr>
          }
        >
          {columns.flatMap((people, index) =>
            people === 0
              ? []
              : [
                  <Row key={rangeOf(index)}>
                    <RowHead>{rangeOf(index)}</RowHead>
                    <Cell numeric>{formatNumber(people)}</Cell>
                  </Row>,
                ],
          )}
        </Table>
      </Fold>
    </figure>
  );
}

function rangeOf(index: number): string {
  return index === 19 ? "95 to 100" : `${5 * index} to under ${5 * index + 5}`;
}
