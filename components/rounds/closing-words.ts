import * as t from "#messages/rounds.ts";
import type { Chosen, Closing } from "#server/audit-log/closing.ts";
import { messageKey } from "#server/locale.ts";

/** Says how an open round will close, as its opening announced. */
export function closingWords(closing: Closing): string {
  return t.closing({ how: closing === "no-pairs" ? "atOnce" : messageKey(closing) });
}

/** Says who chose the people of a round. */
export function chosenWords(chosen: Chosen): string {
  return t.chosen({ how: messageKey(chosen) });
}
