import { type CancelReason, cancelReasons } from "#server/audit-log/cancel-reasons.ts";

/** Reasons for cancelling a round, as options and as shown later. */
export const cancelWords: Readonly<Record<CancelReason, string>> = {
  "wrong-people": "the wrong people stood in it",
  "too-few-auditors": "too few auditors could judge",
  guidelines: "the guidelines had to change first",
  trouble: "something did not work",
  operator: "another reason",
};

/** Describes why a round was cancelled. @param reason as stored with the cancelled round */
export function whyCancelled(reason: string | null): string {
  if (reason === "restored") return "a backup was put back, and its draw could be foreseen";
  return cancelWords[cancelReasons.find((known) => known === reason) ?? "operator"];
}
