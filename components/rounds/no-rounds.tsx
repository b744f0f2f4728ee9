import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/rounds.ts";

/** Empty state of a table of rounds. */
export function NoRounds() {
  return (
    <Sheet>
      <SheetBody className="text-ink-2">{t.noRounds()}</SheetBody>
    </Sheet>
  );
}
