import * as t from "#messages/rounds.ts";
import { cancelReasons } from "#server/audit-log/cancel-reasons.ts";
import { messageKey } from "#server/locale.ts";

/** Says that a round was cancelled, and why. @param reason as stored with the cancelled round */
export function whyCancelled(reason: string | null): string {
  if (reason === "restored") return t.cancelledBecause({ reason });
  const known = cancelReasons.find((each) => each === reason) ?? "operator";
  return t.cancelledBecause({ reason: messageKey(known) });
}
