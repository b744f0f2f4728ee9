import { EmptySheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/panelResults.ts";
import { formatList, formatNumber } from "#server/format.ts";

/** Empty state before the first round closes. No verdicts of an open round are shown. */
export function NoFindings({ openRounds }: { openRounds: readonly number[] }) {
  return (
    <EmptySheet>
      {openRounds.length === 0
        ? t.noneClosed()
        : t.noneClosedOpen({ count: openRounds.length, rounds: formatList(openRounds.map(formatNumber)) })}
    </EmptySheet>
  );
}
