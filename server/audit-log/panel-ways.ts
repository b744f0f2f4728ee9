/** Ways to choose the panel of a round. */
export const selectionWays = ["everyone", "by-operator", "by-lot", "rotation", "stratified"] as const;

/** Reasons for resting, as the log records them: a list, because free text could name a person by mistake. */
export const restReasons = ["on-leave", "unavailable", "own-request"] as const;

/** Sum of the weights of the panels of a stratified lot. */
export const LOTTERY_WEIGHT = 2 ** 32;

export type SelectionWay = (typeof selectionWays)[number];
export type RestReason = (typeof restReasons)[number];

/** Returns whether a way of choosing panels orders the pool; the order also decides which seat replaces another. */
export function isOrdered(how: SelectionWay): boolean {
  return how === "by-lot" || how === "stratified" || how === "rotation";
}

/** The largest weight of a member in the rule of decision `weighted`. */
export const largestWeight = 100;
