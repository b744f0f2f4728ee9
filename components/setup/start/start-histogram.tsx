"use client";

import { Fold } from "#components/ui/fold.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupStart.ts";
import { formatNumber } from "#server/format.ts";
import { Columns } from "./columns.tsx";
import type { StartSummary } from "./start-words.ts";

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
