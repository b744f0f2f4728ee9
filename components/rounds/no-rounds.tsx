import { EmptySheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/rounds.ts";

/** Empty state of a table of rounds. */
export function NoRounds() {
  return <EmptySheet>{t.noRounds()}</EmptySheet>;
}
