"use client";

import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupStart.ts";
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
          <b className="block">{t.howManyPicked({ size: roundSize })}</b>
          <span className="text-sm text-ink-2">{t.roundsIn100()}</span>
        </span>
        <KindBadge kind={start.isPickedExact ? "exact" : "estimated"} />
      </figcaption>
      <Columns values={columns.map(({ share }) => share)} words={roundsIn} />
      <div aria-hidden className="flex gap-px pt-1 text-xs text-ink-3 tabular-nums">
        {columns.map((column) => (
          <span key={column.from} className="min-w-0 flex-1 text-center">
            {column.from === 0
              ? t.none()
              : column.from === roundSize
                ? t.all()
                : pickedLabel(column, roundSize)}
          </span>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-2">{drawSentence(start, isEven)}</p>
      <Fold label={t.tablePicked()}>
        <DataTable
          bare
          caption={t.tablePickedCaption()}
          rows={columns}
          keyOf={({ from }) => from}
          columns={[
            [t.picked(), (column) => pickedLabel(column, roundSize)],
            [t.roundsColumn(), ({ share }) => roundsIn(share), { numeric: true }],
          ]}
        />
      </Fold>
    </figure>
  );
}
