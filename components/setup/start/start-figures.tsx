"use client";

import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupStart.ts";
import { formatNumber } from "#server/format.ts";
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

/** Histogram of people by starting chance, 5 points a column. */
export function StartHistogram({ columns }: Pick<StartSummary, "columns">) {
  return (
    <figure>
      <figcaption className="mb-2 text-sm text-ink-2">{t.histogram()}</figcaption>
      <Columns values={columns} tall />
      <div aria-hidden className="flex justify-between pt-1 text-xs text-ink-3 tabular-nums">
        {[0, 25, 50, 75, 100].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <Fold label={t.tableChances()}>
        <DataTable
          bare
          caption={t.tableChancesCaption()}
          rows={[...columns.entries()].filter(([, people]) => people > 0)}
          keyOf={([index]) => index}
          columns={[
            [t.chanceIn100(), ([index]) => rangeOf(index)],
            [t.people(), ([, people]) => formatNumber(people), { numeric: true }],
          ]}
        />
      </Fold>
    </figure>
  );
}

function rangeOf(index: number): string {
  const [from, to] = [5 * index, 5 * index + 5];
  return to === 100 ? t.fromTo({ from, to }) : t.toUnder({ from, to });
}

/** Bars next to each other from 0, with the largest labelled. The table below has the numbers. */
function Columns({
  values,
  tall = false,
  words,
}: {
  values: readonly number[];
  tall?: boolean;
  /** Label above a bar; if absent, only the largest has one. */
  words?: (value: number) => string;
}) {
  const most = Math.max(...values);
  return (
    <div aria-hidden className={`flex items-end gap-px border-b border-edge ${tall ? "h-36" : "h-24"}`}>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place
        <span key={index} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center">
          {value > 0 && (words === undefined ? value === most : value >= most / 100) && (
            <span className="text-xs leading-5 whitespace-nowrap text-ink-2 tabular-nums">
              {(words ?? formatNumber)(value)}
            </span>
          )}
          {value > 0 && (
            <span className="block min-h-px bg-series-6" style={{ height: `${(82 * value) / most}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}
