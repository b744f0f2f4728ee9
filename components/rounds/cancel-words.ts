import * as t from "#messages/rounds.ts";
import { type CancelReason, cancelReasons } from "#server/audit-log/cancel-reasons.ts";

const reasons = {
  "wrong-people": "people",
  "too-few-auditors": "auditors",
  guidelines: "guidelines",
  trouble: "trouble",
  operator: "operator",
} as const satisfies Record<CancelReason, string>;

/** Describes a reason for cancelling a round, as an option. */
export function cancelWords(reason: CancelReason): string {
  return t.cancelReason({ reason: reasons[reason] });
}

/** Says that a round was cancelled, and why. @param reason as stored with the cancelled round */
export function whyCancelled(reason: string | null): string {
  if (reason === "restored") return t.cancelledBecause({ reason });
  return t.cancelledBecause({
    reason: reasons[cancelReasons.find((known) => known === reason) ?? "operator"],
  });
}
