import { Sheet, SheetBody } from "#components/ui/sheet.tsx";

/** Empty state of a table of rounds. */
export function NoRounds() {
  return (
    <Sheet>
      <SheetBody className="text-ink-2">No round was opened yet.</SheetBody>
    </Sheet>
  );
}
