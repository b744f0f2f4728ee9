import { Sheet, SheetBody } from "#components/ui/sheet.tsx";

/** Empty state before the first round closes. No verdicts are shown while a round is open. */
export function NoFindings({ openRound }: { openRound: number | null }) {
  return (
    <Sheet>
      <SheetBody className="text-ink-2">
        {openRound === null
          ? "No round was closed yet. The first findings come when round 1 is closed."
          : `No round was closed yet. While round ${openRound} is open nobody sees verdicts; the first findings come when it is closed.`}
      </SheetBody>
    </Sheet>
  );
}
