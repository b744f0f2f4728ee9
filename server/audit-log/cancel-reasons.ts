/**
 * Reasons for cancelling a round, as the log records them. This is a list rather than free text because an entry can
 * never be changed, and free text could name a person by mistake. "operator" covers any other reason.
 */
export const cancelReasons = [
  "wrong-people",
  "too-few-auditors",
  "guidelines",
  "trouble",
  "operator",
] as const;

/**
 * All logged reasons: the reasons above and "restored", which only restoring a backup uses. It means that the
 * round's link was disclosed in a history that was lost.
 */
export const loggedCancelReasons = [...cancelReasons, "restored"] as const;

export type LoggedCancelReason = (typeof loggedCancelReasons)[number];
export type CancelReason = (typeof cancelReasons)[number];
