import { pairName } from "#components/rounds/people/pair-words.ts";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/tolerances.ts";
import { acceptedByPanel } from "#server/audit-log/tolerance.ts";
import { formatDecimal, formatList, formatNumber } from "#server/format.ts";
import type { PairTolerances } from "#server/rounds/read-tolerances.ts";

/** What a panel answered for the pairs of a round without pairs to judge, and the difference that it accepts at least. */
export function ToleranceTable({
  caption,
  pairs,
  panel,
}: {
  caption: string;
  pairs: readonly PairTolerances[];
  panel: { readonly seatCount: number; readonly neededFlags: number };
}) {
  return (
    <>
      <TableSheet
        caption={caption}
        rows={pairs}
        keyOf={({ high, low }) => `${high}-${low}`}
        columns={[
          [t.pair(), ({ high, low }) => pairName(high, low)],
          [t.apart(), ({ chances: [high, low] }) => inPoints((Number(high) - Number(low)) * 100)],
          [
            t.answers(),
            ({ tolerances }) =>
              tolerances.length === 0 ? t.noAnswer() : formatList(tolerances.map(formatNumber)),
          ],
          [t.accepted(), ({ tolerances }) => inPoints(acceptedByPanel(tolerances, panel))],
        ]}
      />
      <HowComputed>
        <p>{t.acceptedNote()}</p>
      </HowComputed>
    </>
  );
}

function inPoints(points: number): string {
  return t.inPoints({ count: Math.round(10 * points) / 10, points: formatDecimal(points, 1) });
}
