import * as t from "#messages/rounds.ts";
import { cancelReasons } from "#server/audit-log/cancel-reasons.ts";
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

/** Says that a round was cancelled, and why. @param reason as stored with the cancelled round */
export function whyCancelled(reason: string | null): string {
  if (reason === "restored") return t.cancelledBecause({ reason });
  const known = cancelReasons.find((each) => each === reason) ?? "operator";
  return t.cancelledBecause({ reason: messageKey(known) });
}
