/** Ways to choose the panel of a round. */
export const selectionWays = ["everyone", "by-operator", "by-lot", "rotation", "stratified"] as const;

/** Reasons for resting, as the log records them: a list, because free text could name a person by mistake. */
export const restReasons = ["on-leave", "unavailable", "own-request"] as const;

/** Sum of the weights of the panels of a stratified lot. */
export const LOTTERY_WEIGHT = 2 ** 32;

export type SelectionWay = (typeof selectionWays)[number];
export type RestReason = (typeof restReasons)[number];

/** Whether a way of choosing a panel puts the pool in an order, which also decides who replaces a seat. */
export function isOrdered(how: SelectionWay): boolean {
  return how === "by-lot" || how === "stratified" || how === "rotation";
}

/** The largest weight of a member, where flags are weighted. */
export const largestWeight = 100;
