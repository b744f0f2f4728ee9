"use client";

import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber } from "#server/format.ts";
import { Columns } from "./columns.tsx";
import { drawSentence, pickedColumns, pickedLabel, roundsIn, type StartSummary } from "./start-words.ts";

/** Chart of how many people of a round one draw picks, from none to all. */
export function PickedFigure({ start, isEven }: { start: StartSummary; isEven: boolean }) {
  const { roundSize, picked } = start;
  const columns = pickedColumns(picked);
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-start justify-between gap-2">
        <span>
          <b className="block">How many of {formatNumber(roundSize)} one draw picks</b>
          <span className="text-sm text-ink-2">Rounds in 100, if nothing were learned</span>
        </span>
        <KindBadge kind={start.isPickedExact ? "exact" : "estimated"} />
      </figcaption>
      <Columns values={columns.map(({ share }) => share)} words={roundsIn} />
      <div aria-hidden className="flex gap-px pt-1 text-xs text-ink-3 tabular-nums">
        {columns.map((column) => (
          <span key={column.from} className="min-w-0 flex-1 text-center">
            {column.from === 0 ? "none" : column.from === roundSize ? "all" : pickedLabel(column, roundSize)}
          </span>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-2">{drawSentence(start, isEven)}</p>
      <Fold label="Table: how many one draw picks">
        <Table
          bare
          caption="How many one draw picks"
          head={
            <tr>
              <HeaderCell>Picked</HeaderCell>
              <HeaderCell numeric>Rounds in 100</HeaderCell>
            </tr>
          }
        >
          {columns.map((column) => (
            <Row key={column.from}>
              <RowHead>{pickedLabel(column, roundSize)}</RowHead>
              <Cell numeric>{roundsIn(column.share)}</Cell>
            </Row>
          ))}
        </Table>
      </Fold>
    </figure>
  );
}
