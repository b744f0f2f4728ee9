import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/panelResults.ts";

/** Empty state before the first round closes. No verdicts are shown while a round is open. */
export function NoFindings({ openRound }: { openRound: number | null }) {
  return (
    <Sheet>
      <SheetBody className="text-ink-2">
        {openRound === null ? t.noneClosed() : t.noneClosedOpen({ round: openRound })}
      </SheetBody>
    </Sheet>
  );
}
