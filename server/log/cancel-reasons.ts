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

export type CancelReason = (typeof cancelReasons)[number];
