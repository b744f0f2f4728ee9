/**
 * Why a round was cancelled, as the log says it. A list and no free text: an entry can never be changed, and nobody shall
 * be named in one by mistake. "operator" is any other reason.
 */
export const cancelReasons = [
  "wrong-people",
  "too-few-auditors",
  "guidelines",
  "trouble",
  "operator",
] as const;

/** Beside them what only the restoring of a backup says: the round's link was shown in a history that was lost. */
export const loggedCancelReasons = [...cancelReasons, "restored"] as const;

export type LoggedCancelReason = (typeof loggedCancelReasons)[number];
export type CancelReason = (typeof cancelReasons)[number];
